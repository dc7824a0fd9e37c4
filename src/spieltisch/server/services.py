"""What every request can reach."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from spieltisch.server.guard import Addresses, AllowedHosts
from spieltisch.server.offers import Offers
from spieltisch.server.registry import TableRegistry
from spieltisch.server.settings import ServerSettings


@dataclass
class Services:
    settings: ServerSettings
    registry: TableRegistry
    hosts: AllowedHosts
    addresses: Addresses
    offers: Mapping[tuple[str, str], Offers]
    checking: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
