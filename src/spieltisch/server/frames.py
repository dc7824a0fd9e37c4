"""A client's WebSocket frames, followed from header to header as the bytes come, before aiohttp reads them.

RFC 6455, 5.1: a server must fail a connection on which a frame comes unmasked. aiohttp's reader takes it.
"""

from collections.abc import Callable

from aiohttp.http import WebSocketReader

MASKED, LENGTH = 0x80, 0x7F  # in a header's second byte
SHORT, LONG = 126, 127  # lengths that say: two, or eight bytes of length follow
MASK_BYTES = 4


class Frames:
    """Where the next frame begins."""

    __slots__ = ("_head", "_left")

    def __init__(self) -> None:
        self._head = b""  # of a frame: its first bytes, when not all have come
        self._left = 0  # bytes of the last frame that are still to come

    def follow(self, data: bytes) -> bool:
        """In chunks of any size. False: there is a frame that is not masked."""
        if self._head:
            data = self._head + data
        at, end = self._left, len(data)
        while at + 2 <= end:
            second = data[at + 1]
            if second < MASKED:
                return False
            length, size = second & LENGTH, 0
            if length >= SHORT:
                size = 2 if length == SHORT else 8
                if at + 2 + size > end:
                    break
                length = int.from_bytes(data[at + 2 : at + 2 + size], "big")
            at += 2 + size + MASK_BYTES + length
        self._head, self._left = (data[at:], 0) if at < end else (b"", at - end)
        return True


class FrameCheck:
    """Takes the place of aiohttp's reader: whatever is in order goes on to it, and `fail` ends the rest."""

    __slots__ = ("_fail", "_frames", "_reader")

    def __init__(self, reader: WebSocketReader, fail: Callable[[], None]) -> None:
        self._reader, self._fail = reader, fail
        self._frames = Frames()

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """→ is it over?"""
        if self._frames.follow(data):
            return self._reader.feed_data(data)
        self._fail()
        return True, b""

    def feed_eof(self) -> None:
        self._reader.feed_eof()
