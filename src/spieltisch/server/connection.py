"""A client's line: what is sent goes out at once, and whoever does not read is dropped, not waited for."""

import socket
import sys
from asyncio import Transport

LONGEST = 1 << 16
TCPI_RTT, TCP_INFO_BYTES = 68, 104  # linux/tcp.h: a 4-byte number of µs
PING = b"\x89\x00"
GOING_AWAY = b"\x88\x02\x03\xe9"  # close, 1001
PROTOCOL_ERROR = b"\x88\x02\x03\xea"  # close, 1002


def text_frame(message: bytes) -> bytes:
    """A whole WebSocket frame of the server (RFC 6455): text, unmasked, uncompressed.

    Written straight to the transport, once for all who get the same: aiohttp's own `send_str` is a coroutine that
    waits for slow readers.
    """
    length = len(message)
    if length < 126:
        return bytes((0x81, length)) + message
    if length < LONGEST:
        return b"\x81\x7e" + length.to_bytes(2, "big") + message
    return b"\x81\x7f" + length.to_bytes(8, "big") + message


class Connection:
    def __init__(self, number: int, transport: Transport, backlog: int) -> None:
        self.number = number
        self.heard = True  # since the last ping
        self._transport = transport
        self._backlog = backlog

    def send(self, message: bytes) -> bool:
        """False: the client had not read for so long that it was dropped."""
        transport = self._transport
        if transport.is_closing():
            return True
        transport.write(text_frame(message))
        if transport.get_write_buffer_size() > self._backlog:
            transport.abort()
            return False
        return True

    def ping(self) -> bool:
        """False: not a word since the last ping, so the line is dead."""
        if not self.heard:
            self._transport.abort()
            return False
        self.heard = False
        if not self._transport.is_closing():
            self._transport.write(PING)
        return True

    def round_trip_ms(self) -> int | None:
        """As TCP measures it (Linux), if it does."""
        sock = self._transport.get_extra_info("socket")
        if sock is None or not hasattr(socket, "TCP_INFO"):
            return None
        try:
            info = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)
        except OSError:
            return None
        return int.from_bytes(info[TCPI_RTT : TCPI_RTT + 4], sys.byteorder) // 1000

    def close(self) -> None:
        """With a word of farewell, if there is still somebody to hear it."""
        if not self._transport.is_closing():
            self._transport.write(GOING_AWAY)
            self._transport.close()
