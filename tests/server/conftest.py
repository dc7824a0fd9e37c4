"""Servers for tests: each on a file of its own, none left running, none with a traceback to show."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from server.running import Server

Serve = Callable[..., Server]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start a server with further arguments."""
    servers: list[Server] = []

    def start(*args: str, descriptors: int | None = None, **env: str) -> Server:
        folder = tmp_path / f"server{len(servers)}"
        folder.mkdir()
        servers.append(Server(folder, *args, descriptors=descriptors, **env))
        return servers[-1]

    yield start
    for server in servers:
        if server.process.is_alive():
            server.kill()
        assert "Traceback" not in server.errors, server.errors


@pytest.fixture
def server(serve: Serve) -> Server:
    return serve()


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests of a module that only ask it something."""
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.kill()
    assert "Traceback" not in server.errors, server.errors
