"""Every TCP connection from its accept on: how many an address may have, and who goes when room runs short."""

from asyncio import BaseTransport, Transport
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import cast

from spieltisch.server.settings import Limits

KEPT_FREE = 64  # descriptors: for the file, the workers, and whatever else is opened
LEAST_ROOM = 16
MOST_TOLD = 8  # connections of one address that are let in only to be told that they are too many
MADE_FREE = 16  # connections that go at a time: looking for them takes a while
PREFIX = 64  # bits of an IPv6 address: what lies behind them is one household's

Address = IPv4Address | IPv6Address


class TcpConnection:
    """A client's, or one of the proxy's: whose it is, and what is under way there."""

    def __init__(self, peer: Address, is_direct: bool) -> None:
        self.peer = household(peer)
        self.address = self.peer  # the client's, as far as it is known
        self.is_direct = is_direct  # False: it comes from the proxy, where the client's own line ends
        self.is_one_too_many = False  # for its address: let in only to be told
        self.is_asking = False  # a request is under way, or a table is looked at
        self.ends_at: float | None = None  # when it has been silent, or at one request, for too long; None: never
        self.holds_seat: Callable[[], bool] = nobody
        self._transport: Transport | None = None
        self._is_dropped = False

    def made(self, transport: BaseTransport) -> None:
        self._transport = cast(Transport, transport)
        if self._is_dropped:
            self._transport.abort()

    def drop(self) -> None:
        self._is_dropped = True
        if self._transport is not None:
            self._transport.abort()


def nobody() -> bool:
    """No seat."""
    return False


class Admission:
    """Lets connections in and keeps count of them."""

    def __init__(self, limits: Limits, descriptors: float, proxy: Address | None, clock: Callable[[], float]) -> None:
        self._limits, self._proxy, self._clock = limits, proxy, clock
        self._room = max(descriptors - KEPT_FREE, LEAST_ROOM)
        self._connections: dict[str, dict[TcpConnection, None]] = {}  # by address, the oldest first
        self._count = 0
        self.dropped = 0  # for lack of room, or because nothing came

    def admit(self, peer: str) -> TcpConnection | None:
        """Whoever is silent makes room for whoever comes. None: all who are here hold a seat."""
        if self._count >= self._room:
            self.make_room()
        if self._count >= self._room:
            self.dropped += 1
            return None
        address = address_in(peer)
        assert address is not None, peer
        connection = TcpConnection(address, is_direct=address != self._proxy)
        if connection.is_direct:
            self._check_number(connection)
        self._add(connection)
        self.wait(connection)
        return connection

    def leave(self, connection: TcpConnection) -> None:
        """It is closed, or about to be."""
        others = self._connections.get(connection.address, {})
        if connection in others:
            del others[connection]
            self._count -= 1
        if not others:
            self._connections.pop(connection.address, None)

    def begin(self, connection: TcpConnection, client: Address) -> bool:
        """A request of this client. False: it has too many connections already."""
        connection.is_asking = True
        connection.ends_at = self._clock() + self._limits.request_s
        if not connection.is_direct:
            self._move(connection, household(client))
            self._check_number(connection)
        return not connection.is_one_too_many

    def stay(self, connection: TcpConnection, holds_seat: Callable[[], bool]) -> None:
        """At a table: whether anybody is still there is asked there."""
        connection.ends_at = None
        connection.holds_seat = holds_seat

    def wait(self, connection: TcpConnection) -> None:
        """For the next request. The proxy may keep its connections for as long as it likes."""
        connection.is_asking = False
        connection.ends_at = self._clock() + self._limits.silent_s if connection.is_direct else None
        if not connection.is_direct:
            self._move(connection, connection.peer)

    def drop_late(self) -> None:
        """Those whose time is up."""
        now = self._clock()
        self._drop([one for one in self._all() if one.ends_at is not None and one.ends_at <= now])

    def make_room(self) -> None:
        """The silent go first, then all without a seat; of these the oldest of the address that has the most."""
        silent = [one for one in self._all() if not one.is_asking]
        self._drop(of_the_greediest(silent or [one for one in self._all() if not one.holds_seat()], MADE_FREE))

    def _check_number(self, connection: TcpConnection) -> None:
        """A silent connection of the same address makes room; if there is none, this one is too many."""
        others = [one for one in self._connections.get(connection.address, {}) if one is not connection]
        counted = [one for one in others if not one.is_one_too_many]
        silent = [one for one in counted if not one.is_asking]
        is_full = len(counted) >= self._limits.connections
        connection.is_one_too_many = is_full and not silent
        if connection.is_one_too_many:
            self._drop([one for one in others if one.is_one_too_many and not one.is_asking][:-MOST_TOLD])
        elif is_full:
            self._drop(silent[:1])

    def _add(self, connection: TcpConnection) -> None:
        self._connections.setdefault(connection.address, {})[connection] = None
        self._count += 1

    def _move(self, connection: TcpConnection, address: str) -> None:
        """It is another client's now."""
        if connection in self._connections.get(connection.address, {}):
            self.leave(connection)
            connection.address = address
            self._add(connection)

    def _drop(self, connections: Iterable[TcpConnection]) -> None:
        for connection in connections:
            self.dropped += 1
            self.leave(connection)
            connection.drop()

    def _all(self) -> Iterator[TcpConnection]:
        return (one for others in self._connections.values() for one in others)


def of_the_greediest(connections: Iterable[TcpConnection], most: int) -> list[TcpConnection]:
    """One by one, each from the address that has the most of them left."""
    by_address: dict[str, deque[TcpConnection]] = {}
    for connection in connections:
        by_address.setdefault(connection.address, deque()).append(connection)
    queues = list(by_address.values())
    return [largest.popleft() for _ in range(most) if queues and (largest := max(queues, key=len))]


# Addresses


def address_in(text: str) -> Address | None:
    """None: it is none. One of IPv4 in the clothes of IPv6 is one of IPv4."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def household(address: Address) -> str:
    """By which is counted: with IPv6 everybody has as many addresses as he likes."""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((int(address), PREFIX), strict=False))
