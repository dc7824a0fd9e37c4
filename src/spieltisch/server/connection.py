"""A client's line: what is sent goes out at once, and whoever does not read is dropped, not waited for."""

import socket
import sys
from asyncio import Transport
from collections.abc import Callable
from itertools import count
from typing import Protocol

from spieltisch.server.frames import GOING_AWAY, PING, close_frame, control_frame, message_frame

# linux/tcp.h: 4-byte numbers of µs. The least trip (since Linux 4.6) is that of an answer that nothing has delayed.
TCPI_RTT, TCPI_MIN_RTT, TCP_INFO_BYTES = 68, 148, 152


_numbers = count(1)


def next_number() -> int:
    """Of a line."""
    return next(_numbers)


class Line(Protocol):
    """What a table needs to know of a client's line, wherever it ends."""

    number: int

    @property
    def hop_ms(self) -> int: ...  # at most, to the server where it ends and back
    def send(self, message: bytes) -> bool: ...
    def ping(self) -> bool: ...
    def close(self) -> None: ...


class Connection:
    __slots__ = ("_backlog", "_transport", "heard", "is_direct", "number")
    hop_ms = 0  # it ends here

    def __init__(self, transport: Transport, backlog: int, is_direct: bool) -> None:
        self.number = next_number()
        self.is_direct = is_direct  # False: TCP ends at a proxy, and nothing is known of the client's own line
        self.heard = True  # since the last ping
        self._transport = transport
        self._backlog = backlog

    def send(self, message: bytes, framed: Callable[[bytes], bytes] = message_frame) -> bool:
        """False: the client had not read for so long that it was dropped."""
        transport = self._transport
        if transport.is_closing():
            return True
        transport.write(framed(message))
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
            self._transport.write(control_frame(PING))
        return True

    def round_trip_ms(self) -> int | None:
        """As TCP measures it (Linux), if it does and it is the client's own."""
        sock = self._transport.get_extra_info("socket") if self.is_direct else None
        if sock is None or not hasattr(socket, "TCP_INFO"):
            return None
        try:
            info = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)
        except OSError:
            return None
        at = TCPI_MIN_RTT if len(info) == TCP_INFO_BYTES else TCPI_RTT
        return int.from_bytes(info[at : at + 4], sys.byteorder) // 1000

    def close(self) -> None:
        """With a word of farewell, if there is still somebody to hear it."""
        if not self._transport.is_closing():
            self._transport.write(close_frame(GOING_AWAY))
            self._transport.close()
