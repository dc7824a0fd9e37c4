"""What every request can reach."""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from spieltisch.server.guard import Addresses, Hosts
from spieltisch.server.hall import Hall
from spieltisch.server.offers import Offers
from spieltisch.server.settings import Settings


@dataclass
class Parts:
    settings: Settings
    hall: Hall
    hosts: Hosts
    addresses: Addresses
    offers: Mapping[tuple[str, str], Offers]
    missing: Collection[str]  # games that are still being prepared
    checking: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
