"""How a server is run."""

from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path


@dataclass(frozen=True)
class Limits:
    """What one address and one connection may ask for. Addresses are held in memory only, and only while they count."""

    connections: int = 200  # at a time, per address: a class of pupils behind one router; whoever is silent makes room
    silent_s: float = 20  # until a request has come, and until the next one
    request_s: float = 120  # until it has been answered, and the answer been read
    tables: int = 60  # opened per hour, per address
    rate: int = 20  # messages a second, per connection
    burst: int = 60  # … and so many at once
    message: int = 2048  # bytes
    upload: int = 2_000_000  # bytes of a match file
    backlog: int = 256_000  # bytes that a client has not read: then it is dropped


@dataclass(frozen=True)
class ServerSettings:
    host: str = "127.0.0.1"
    port: int = 7777
    data: str | Path = Path("spieltisch.db")  # a file, or postgresql://…
    nats: str = "nats://127.0.0.1:4222"  # by which several servers on one PostgreSQL reach each other
    server_name: str = "server"  # among these: the same after a restart
    proxy: IPv4Address | IPv6Address | None = None  # that passes on requests and says whose they are
    names: tuple[str, ...] = ()  # further host names under which browsers may ask
    public_tables: bool = False
    decks: Path | None = None  # a folder with a file for each deck of the host's own
    idle_s: float = 60  # a table that nobody looks at leaves memory after this time
    limits: Limits = field(default_factory=Limits)

    @property
    def contact(self) -> str:
        """Where whoever carries our notices finds out whose they are."""
        return f"https://{self.names[0] if self.names else 'localhost'}"
