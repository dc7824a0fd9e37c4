"""What every request can reach."""

import asyncio
from dataclasses import dataclass, field

from spieltisch.server.guard import Addresses, Hosts
from spieltisch.server.hall import Hall
from spieltisch.server.settings import Settings


@dataclass
class Parts:
    settings: Settings
    hall: Hall
    hosts: Hosts
    addresses: Addresses
    checking: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
