"""What every request can reach."""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from spieltisch.server.codes import Codes
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
    lan: str | None  # this machine's address in its network; None: nobody else can reach it
    missing: Collection[str]  # games that are still being prepared
    codes: Codes = field(default_factory=Codes)
    checking: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
