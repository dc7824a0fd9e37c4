"""New connections: a few at a time, so that those who play do not wait for those who come."""

import asyncio
import errno
import socket
from collections.abc import Callable
from functools import partial

from spieltisch.server.admission import Admission, TcpConnection

AT_ONCE = 8  # connections that are let in before others have their turn
BACKLOG = 1024
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
PAUSE_S = 0.05  # where the system has no room for one more

Protocol = Callable[[TcpConnection], asyncio.Protocol]


def listening(host: str, port: int) -> list[socket.socket]:
    """A name may have several addresses."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    listeners = []
    for family, place in sorted({(family, place[:2]) for family, _, _, _, place in found}):
        listener = socket.create_server((str(place[0]), int(place[1])), family=family, backlog=BACKLOG)
        listener.setblocking(False)
        listeners.append(listener)
    return listeners


class Acceptor:
    def __init__(self, listeners: list[socket.socket], admission: Admission, protocol: Protocol) -> None:
        self._listeners, self._admission, self._protocol = listeners, admission, protocol
        self._loop = asyncio.get_running_loop()
        self._coming: set[asyncio.Task[None]] = set()
        for listener in listeners:
            self._loop.add_reader(listener, self._accept, listener)

    def close(self) -> None:
        for listener in self._listeners:
            self._loop.remove_reader(listener)
            listener.close()

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                sock, peer = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in NO_ROOM:
                    raise
                self._admission.make_room()
                self._pause(listener)
                return
            self._let_in(sock, peer[0])

    def _pause(self, listener: socket.socket) -> None:
        """The listener stays ready to read: it would be asked again and again."""
        self._loop.remove_reader(listener)
        self._loop.call_later(PAUSE_S, self._go_on, listener)

    def _go_on(self, listener: socket.socket) -> None:
        if listener.fileno() >= 0:
            self._loop.add_reader(listener, self._accept, listener)

    def _let_in(self, sock: socket.socket, peer: str) -> None:
        connection = self._admission.admit(peer)
        if connection is None:
            sock.close()
            return
        task = self._loop.create_task(self._connect(sock, connection))
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    async def _connect(self, sock: socket.socket, connection: TcpConnection) -> None:
        try:
            await self._loop.connect_accepted_socket(partial(self._protocol, connection), sock)
        except OSError:  # it is gone already
            self._admission.leave(connection)
            sock.close()


def lan_address() -> str:
    """How others in the same network reach this machine. (Nothing is sent: a datagram socket only chooses its way.)"""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            address: str = probe.getsockname()[0]
        except OSError:
            address = "127.0.0.1"
    return address
