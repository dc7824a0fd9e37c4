"""Where notices may go: over https to the internet, and never into the network that this server stands in."""

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from aiohttp.abc import AbstractResolver, ResolveResult

LONGEST = 1024  # characters
TRANSLATED = IPv6Network("64:ff9b::/96")  # NAT64: an IPv4 address in its last bytes


class PrivateAddress(OSError):
    """A name that leads, or may lead, to somebody's own network."""


def is_endpoint(url: str) -> bool:
    """As far as can be told without asking for its address."""
    if len(url) > LONGEST or not url.isascii() or not url.isprintable():
        return False
    try:
        found = urlsplit(url)
        port = found.port
    except ValueError:
        return False
    named = found.scheme == "https" and port in (None, 443) and found.username is None and found.password is None
    return named and is_name(found.hostname or "")


def is_name(host: str) -> bool:
    """Of a host in the internet: no address, and none of the own network's short names."""
    last = host.rpartition(".")[2]
    return "." in host and ":" not in host and bool(last) and not last.isdigit()


def is_public(address: str) -> bool:
    """Also by the IPv4 address that one of IPv6 may stand for."""
    found = ip_address(address.partition("%")[0])
    return all(one.is_global and not one.is_multicast for one in (found, *meant_by(found)))


def meant_by(address: IPv4Address | IPv6Address) -> list[IPv4Address]:
    if isinstance(address, IPv4Address):
        return []
    teredo = address.teredo or ()
    translated = IPv4Address(address.packed[-4:]) if address in TRANSLATED else None
    return [one for one in (address.ipv4_mapped, address.sixtofour, *teredo, translated) if one is not None]


class PublicResolver(AbstractResolver):
    """Asks another one. What it returns is what is connected to: nobody can answer differently the second time."""

    def __init__(self, resolver: AbstractResolver) -> None:
        self._resolver = resolver

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await self._resolver.resolve(host, port, family)
        if not all(is_public(one["host"]) for one in found):
            raise PrivateAddress("a private address")
        return found

    async def close(self) -> None:
        await self._resolver.close()
