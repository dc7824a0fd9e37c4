"""WebSocket frames (RFC 6455): a client's, read in the place of aiohttp, which wakes a task for each; and our own."""

from asyncio import Future, TimerHandle, Transport, get_running_loop
from collections.abc import Callable
from math import inf
from struct import Struct

from spieltisch.server.settings import Limits

LAST, RESERVED, KIND = 0x80, 0x70, 0x0F  # in a header's first byte
MASKED, LENGTH = 0x80, 0x7F  # … and in its second one
SHORT, LONG = 126, 127  # lengths that say: two, or eight bytes of length follow
MASK_BYTES = 4
LONGEST_CONTROL = 125
MOST_HELD = 1 << 16  # bytes that wait until somebody listens
FRAMES_A_MESSAGE = 4  # that a client may send: fragments, pings and pongs
PAUSE_S = 0.25  # at least, for a client that sends too much: not a timer for each frame

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
WHOLE_TEXT, WHOLE_BINARY = LAST | TEXT, LAST | BINARY
JSON = ord("{")  # how our texts begin
KINDS = frozenset((CONTINUED, TEXT, BINARY, CLOSE, PING, PONG))

# Why a line is closed
DONE, GOING_AWAY, PROTOCOL_ERROR, NOT_TEXT, TOO_BIG = 1000, 1001, 1002, 1007, 1009
CODES = frozenset((*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)))  # that a client may give

Message = tuple[int, bytes]  # its kind and payload, whole; or a control frame's
Listener = Callable[[int, bytes], bool]  # False: no more


LONE_BEGIN = 2 + MASK_BYTES  # of a short payload
LONE_HEADERS = {length: bytes((WHOLE_TEXT, MASKED | length)) for length in range(SHORT)}


class BadFrame(Exception):
    """The line must be closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class FrameReader:
    """Bytes in chunks of any size → messages. A fault is seen as soon as its header is there."""

    __slots__ = ("_at", "_data", "_fragments", "_kind", "_largest", "allowed")

    def __init__(self, largest: int, allowed: float = inf) -> None:
        self._largest = largest  # bytes of a message
        self.allowed = allowed  # frames, be they messages or not; then what there is waits
        self._data = b""
        self._at = 0  # where the next frame begins
        self._kind = 0  # of the message whose fragments are coming; 0: of none
        self._fragments = bytearray()

    def add(self, data: bytes) -> int:
        """→ how many bytes are waiting."""
        if self._at < len(self._data):
            data = self._data[self._at :] + data
        self._data, self._at = data, 0
        return len(data)

    def lone_text(self, data: bytes) -> bytes | None:
        """A short text that came whole and by itself, as nearly every one does. None: add it to what came before."""
        length = len(data) - LONE_BEGIN
        is_behind_others = self._kind or self._at < len(self._data) or self.allowed < 1
        if is_behind_others or data[:2] != LONE_HEADERS.get(length) or length > self._largest:
            return None
        text = unmasked(data, LONE_BEGIN, len(data))
        if not text.isascii():
            return None
        self.allowed -= 1
        return text

    def next(self) -> Message | None:
        """None: it has not all come yet, or no more is allowed now."""
        while self._at < len(self._data) and (frame := self._next_frame()) is not None:
            last, kind, payload = frame
            if kind >= CLOSE:
                return kind, payload
            if kind == CONTINUED or not last:
                self._fragments += payload
                self._kind = kind or self._kind
                if not last:
                    continue
                kind, payload = self._kind, bytes(self._fragments)
                self._kind, self._fragments = 0, bytearray()
            if kind == TEXT and not payload.isascii():
                check_text(payload)
            return kind, payload
        return None

    def _next_frame(self) -> tuple[int, int, bytes] | None:
        data, at = self._data, self._at
        end = len(data)
        if at + 2 > end or self.allowed < 1:
            return None
        first, second = data[at], data[at + 1]
        last, kind, length = first & LAST, first & KIND, second & LENGTH
        if first != WHOLE_TEXT or second < MASKED or self._kind:
            self._check_header(first, second)
        begin = at + 2 + MASK_BYTES
        if length >= SHORT:
            begin += 2 if length == SHORT else 8
            if begin - MASK_BYTES > end:
                return None
            length = int.from_bytes(data[at + 2 : begin - MASK_BYTES], "big")
        if length + len(self._fragments) > self._largest and kind < CLOSE:
            raise BadFrame(TOO_BIG)
        if begin + length > end:
            return None
        self._at = begin + length
        self.allowed -= 1
        return last, kind, unmasked(data, begin, self._at)

    def _check_header(self, first: int, second: int) -> None:
        kind = first & KIND
        if second < MASKED or first & RESERVED or kind not in KINDS:
            raise BadFrame(PROTOCOL_ERROR)
        if kind >= CLOSE:
            is_good = first & LAST and second & LENGTH <= LONGEST_CONTROL
        else:
            is_good = (kind == CONTINUED) is (self._kind != 0)
        if not is_good:
            raise BadFrame(PROTOCOL_ERROR)


def unmasked(data: bytes, begin: int, end: int) -> bytes:
    """A payload that stands behind its mask. As one long number: quicker than byte by byte."""
    length = end - begin
    masks = (data[begin - MASK_BYTES : begin] * (length // MASK_BYTES + 1))[:length]
    return (int.from_bytes(data[begin:end], "little") ^ int.from_bytes(masks, "little")).to_bytes(length, "little")


def check_text(payload: bytes) -> None:
    try:
        payload.decode()
    except UnicodeDecodeError:
        raise BadFrame(NOT_TEXT) from None


def close_code(payload: bytes) -> int:
    """With which a client's farewell is answered."""
    if not payload:
        return DONE
    if len(payload) < 2 or int.from_bytes(payload[:2], "big") not in CODES:
        return PROTOCOL_ERROR
    try:
        payload[2:].decode()
    except UnicodeDecodeError:
        return NOT_TEXT
    return DONE


# The server's own

header, long_header = Struct("!BBH").pack, Struct("!BBQ").pack
TEXT_HEADERS, BINARY_HEADERS = ([bytes((kind, size)) for size in range(SHORT)] for kind in (WHOLE_TEXT, WHOLE_BINARY))


def message_frame(message: bytes) -> bytes:
    """A whole WebSocket frame of the server (RFC 6455): unmasked, uncompressed; text if it is JSON, else binary.

    Written straight to the transport, once for all who get the same: aiohttp's own `send_str` is a coroutine that
    waits for slow readers.
    """
    length, headers = len(message), TEXT_HEADERS if message[0] == JSON else BINARY_HEADERS
    if length < SHORT:
        return headers[length] + message
    kind = headers[0][0]
    if length < 1 << 16:
        return header(kind, SHORT, length) + message
    return long_header(kind, LONG, length) + message


def control_frame(kind: int, payload: bytes = b"") -> bytes:
    return bytes((LAST | kind, len(payload))) + payload


def pong_frame(payload: bytes) -> bytes:
    return control_frame(PONG, payload)


def close_frame(code: int) -> bytes:
    return control_frame(CLOSE, code.to_bytes(2, "big"))


class Receiver:
    """Whole messages go to whoever listens as soon as they come; while nobody does, they wait.

    It looks like a reader of aiohttp's to the protocol below. Bytes and frames are counted, be they messages or not: of
    a client that sends too many nothing is read until it may send again.
    """

    __slots__ = (
        "_allowed", "_burst", "_counted_at", "_frames", "_is_over", "_largest", "_listener", "_loop", "_rate",
        "_stopped", "_timer", "_transport",
    )  # fmt: skip

    def __init__(self, transport: Transport, limits: Limits) -> None:
        self._transport = transport
        self._loop = get_running_loop()
        self._rate, self._burst = limits.rate, limits.burst  # in messages
        self._largest = limits.message
        self._frames = FrameReader(limits.message, FRAMES_A_MESSAGE * limits.burst)
        self._allowed = float(limits.burst * limits.message)  # bytes; below zero: too many have come
        self._counted_at = self._loop.time()
        self._timer: TimerHandle | None = None  # when what waits goes on
        self._listener: Listener | None = None
        self._stopped: Future[None] | None = None
        self._is_over = False  # nothing comes any more

    async def listen(self, listener: Listener) -> None:
        """To what is waiting and what comes, until the listener has had enough or the line ends."""
        if self._is_over:
            return
        self._listener, self._stopped = listener, self._loop.create_future()
        if self._timer is None:
            self._go_on()
        try:
            await self._stopped
        finally:
            self._listener = None

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """→ is it over?"""
        if self._is_over:
            return True, b""
        self._count()
        self._allowed -= len(data)
        frames, listener = self._frames, self._listener
        if listener is None:
            if frames.add(data) > MOST_HELD and not self._transport.is_closing():
                self._transport.pause_reading()
            return False, b""
        text = frames.lone_text(data)
        if text is None:
            frames.add(data)
            self._pass_on()
        else:
            try:
                if not listener(TEXT, text):
                    self._stop()
            except Exception as error:  # a fault of ours: for whoever waits
                self._stop(error)
        if self._allowed < 0 or frames.allowed < 1:
            self._pause()
        return False, b""

    def _count(self) -> None:
        """What may be sent again since the last time."""
        now, frames = self._loop.time(), self._frames
        messages, self._counted_at = self._rate * (now - self._counted_at), now
        self._allowed = min(self._allowed + messages * self._largest, self._burst * self._largest)
        frames.allowed = min(frames.allowed + messages * FRAMES_A_MESSAGE, self._burst * FRAMES_A_MESSAGE)

    def _pause(self) -> None:
        if self._timer is None and not self._transport.is_closing():
            self._transport.pause_reading()
            self._timer = self._loop.call_later(max(PAUSE_S, -self._allowed / self._largest / self._rate), self._go_on)

    def _go_on(self) -> None:
        """With what waits, and then with what comes."""
        self._timer = None
        self._count()
        self._pass_on()
        if self._allowed < 0 or self._frames.allowed < 1:
            self._pause()
        elif not self._transport.is_closing():
            self._transport.resume_reading()

    def feed_eof(self) -> None:
        self._is_over = True
        self._stop()

    def _pass_on(self) -> None:
        try:
            while self._listener is not None and (message := self._frames.next()) is not None:
                kind, payload = message
                if kind == CLOSE:
                    self.close(close_code(payload))
                elif not self._listener(kind, payload):
                    self._stop()
        except BadFrame as bad:
            self.close(bad.code)
        except Exception as error:  # a fault of ours: for whoever waits
            self._stop(error)

    def close(self, code: int) -> None:
        """With a word why, if there is still somebody to hear it."""
        if not self._transport.is_closing():
            self._transport.write(close_frame(code))
            self._transport.close()
        self.feed_eof()

    def _stop(self, error: Exception | None = None) -> None:
        self._listener = None
        if self._stopped is None or self._stopped.done():
            return
        if error is None:
            self._stopped.set_result(None)
        else:
            self._stopped.set_exception(error)
