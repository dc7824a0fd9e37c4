"""What goes between two servers, batch by batch: in order and without a gap, or every line is closed."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from spieltisch.server.cluster import batches
from spieltisch.server.cluster.batches import Beat, Tell
from spieltisch.server.cluster.cluster import weight
from spieltisch.server.cluster.peers import LARGEST, ForwardedTable, Peer, in_lots, read_batch
from spieltisch.server.connection import Connection
from spieltisch.server.frames import GOING_AWAY, close_frame, message_frame
from spieltisch.server.live_table import LiveTable
from spieltisch.server.protocol import Hello
from spieltisch.table import messages

HERE, THERE = 1, 2
SAID = b'{"type":"said"}'


class Clock:
    now = 1000.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """By which peers go, put forward by hand."""
    hands = Clock()
    monkeypatch.setattr("spieltisch.server.cluster.peers.monotonic", lambda: hands.now)
    return hands


class Transport(asyncio.Transport):
    """A client's line, as far as it gets."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []
        self.closed = False

    def write(self, data: "bytes | bytearray | memoryview") -> None:
        self.sent.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


class NoTables:
    """Nobody's table is here."""

    async def find_here(self, table_id: str) -> LiveTable | None:
        return None


class Pair:
    """Two servers, and what is under way between them."""

    def __init__(self) -> None:
        tables = NoTables()
        self.here = Peer(THERE, HERE, tables, lambda peer: None)
        self.there = Peer(HERE, THERE, tables, lambda peer: None)

    def pass_on(self, lose: int = 0) -> None:
        """Until nothing is left to say; the first batches from there are lost."""
        while True:
            to_there, to_here = list(self.here.take_out()), list(self.there.take_out())
            if not to_there and not to_here:
                return
            for taker, some in ((self.there, to_there), (self.here, to_here[lose:])):
                for payload in some:
                    batch = read_batch(payload)
                    assert batch is not None
                    taker.take(batch)
            lose = 0

    def client(self) -> Transport:
        """At a table of the other server."""
        transport = Transport()
        connection = Connection(transport, 1000, is_direct=False)
        ForwardedTable(self.here, "table").connect(connection, Hello())
        return transport

    @property
    def lines(self) -> list[int]:
        return list(self.here.lines)


def play(main: Callable[[Pair], Awaitable[None]]) -> None:
    async def begin() -> None:
        await main(Pair())

    asyncio.run(begin())


def test_what_two_clients_are_told_alike_goes_once() -> None:
    async def main(pair: Pair) -> None:
        transports = [pair.client(), pair.client()]
        pair.pass_on()
        for line in pair.lines:
            pair.there.tell(line, SAID)
        (payload,) = pair.there.take_out()
        assert payload.count(SAID) == 1
        pair.here.take(batches.decode(payload))
        assert [transport.sent for transport in transports] == [[message_frame(SAID)]] * 2

    play(main)


def test_when_a_batch_is_lost_every_line_is_closed_and_a_new_link_begins() -> None:
    async def main(pair: Pair) -> None:
        transport = pair.client()
        pair.pass_on()
        (line,) = pair.lines
        pair.there.tell(line, SAID)
        pair.pass_on(lose=1)
        pair.there.tell(line, SAID)
        pair.pass_on()
        assert transport.closed
        assert transport.sent[-1] == close_frame(GOING_AWAY)
        assert not pair.lines
        assert not pair.there.guests
        again = pair.client()
        pair.pass_on()
        pair.there.tell(pair.lines[0], SAID)
        pair.pass_on()
        assert again.sent == [message_frame(SAID)]

    play(main)


def test_what_comes_late_from_a_link_of_before_counts_no_more() -> None:
    async def main(pair: Pair) -> None:
        pair.client()
        pair.pass_on()
        pair.there.tell(pair.lines[0], SAID)
        late = [batches.decode(payload) for payload in pair.there.take_out()]
        pair.here.reset()
        pair.pass_on()
        transport = pair.client()
        pair.pass_on()
        for batch in late:
            pair.here.take(batch)
        pair.pass_on()
        assert transport.sent == []
        assert not transport.closed

    play(main)


def test_a_silent_server_is_given_up(clock: Clock) -> None:
    async def main(pair: Pair) -> None:
        transport = pair.client()
        pair.pass_on()
        for _ in range(3):
            clock.now += 1
            pair.here.beat()
            list(pair.here.take_out())
        assert not transport.closed
        clock.now += 1
        pair.here.beat()
        assert transport.closed

    play(main)


def test_how_long_it_takes_there_and_back_is_measured(clock: Clock) -> None:
    async def main(pair: Pair) -> None:
        pair.client()
        pair.pass_on()
        for trip in (0.030, 0.010, 0.020):
            pair.here.beat()
            for payload in list(pair.here.take_out()):
                pair.there.take(batches.decode(payload))
            clock.now += trip
            pair.pass_on()
        assert (pair.here.hops.least, pair.here.hops.slowest) == (10, 30)

    play(main)


def test_a_ping_is_measured_where_the_line_ends(clock: Clock) -> None:
    async def main(pair: Pair) -> None:
        pair.client()
        pair.pass_on()
        (line,) = pair.lines
        pair.there.tell(line, messages.encode(messages.Ping("abc")))
        clock.now += 7  # under way between the servers
        pair.pass_on()
        clock.now += 0.040
        pair.here.pong(line, "another", None)
        assert not list(pair.here.take_out())
        pair.here.pong(line, "abc", 35)
        (payload,) = pair.here.take_out()
        assert batches.decode(payload).items == [batches.ClientPong(line, "abc", 40, 35)]

    play(main)


def test_what_is_no_batch_is_not_heard() -> None:
    for payload in (b"", b"hello", b"\xc0", batches.encode([1, 2]), batches.encode([1, 1, 1, [[99]]])):
        assert read_batch(payload) is None


def test_large_messages_are_sent_one_by_one() -> None:
    large = b"x" * (LARGEST - 10)
    items: list[batches.Item] = [Tell([1], large), Beat(1), Tell([2], large), Tell([3], b"as small as this")]
    lots = list(in_lots(items))
    assert [len(lot) for lot in lots] == [2, 1, 1]
    assert [item for lot in lots for item in lot] == items


def homes(servers: list[str]) -> Iterator[str]:
    for number in range(300):
        yield max(servers, key=lambda name: weight(name, f"table {number}"))


def test_where_a_server_goes_only_its_own_tables_move() -> None:
    before, after = list(homes(["a", "b", "c"])), list(homes(["a", "c"]))
    assert [new for old, new in zip(before, after, strict=True) if old != "b"] == [old for old in before if old != "b"]
    assert min(before.count(name) for name in "abc") > 60
