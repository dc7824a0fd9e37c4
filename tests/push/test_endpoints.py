"""No notice opens a way into the network that the server stands in."""

import asyncio
import socket
from collections import deque
from collections.abc import Sequence

import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from push.service import push_service
from spieltisch.server.push.carrier import Carrier, PushAnswer
from spieltisch.server.push.endpoints import PrivateAddress, PublicResolver, is_endpoint, is_public

PRIVATE = (
    "127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
    "255.255.255.255", "224.0.0.1", "192.0.2.1", "198.18.0.1",
    "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::", "2002:c0a8:101::1",
)  # fmt: skip
PUBLIC = ("142.250.185.106", "2a00:1450:4001:80b::200a", "::ffff:142.250.185.106", "64:ff9b::8efa:b96a")


@pytest.mark.parametrize("address", PRIVATE)
def test_a_private_address_is_none_for_us(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_one_is(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def-_", "https://updates.push.services.mozilla.com/wpush/v2/gAA",
        "https://web.push.apple.com/QGu", "https://wns2-par02p.notify.windows.com/w/?token=BQ%3d",
        "https://push.example.org:443/x",
    ],
)  # fmt: skip
def test_the_services_of_browsers_are_endpoints(url: str) -> None:
    assert is_endpoint(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example.org/x", "ftp://push.example.org/x", "file:///etc/passwd", "push.example.org", "", "https://",
        "https://127.0.0.1/x", "https://[::1]/x", "https://2130706433/", "https://127.1/", "https://localhost/x",
        "https://printer/x", "https://push.example.org:8443/x", "https://push.example.org:x/", "https://a@push.example.org/",
        "https://a:b@push.example.org/", "https://push.example.org/ä", "https://push.example.org/a\nb",
        "https://push.example.org/" + "x" * 1024, "https://[::1", "https://1.2.3.4./",
    ],
)  # fmt: skip
def test_others_are_not(url: str) -> None:
    assert not is_endpoint(url)


class Said(AbstractResolver):
    """Whatever is asked, it says these."""

    def __init__(self, *addresses: str) -> None:
        self._addresses = addresses

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        return [
            ResolveResult(
                hostname=host, host=one, port=port, proto=0, flags=socket.AI_NUMERICHOST,
                family=socket.AF_INET6 if ":" in one else socket.AF_INET,
            )
            for one in self._addresses
        ]  # fmt: skip

    async def close(self) -> None: ...


def posted(endpoint: str, addresses: Sequence[str]) -> PushAnswer:
    async def post() -> PushAnswer:
        carrier = Carrier(Said(*addresses))
        try:
            return await carrier.post(endpoint, b"sealed", "topic", "vapid")
        finally:
            await carrier.close()

    return asyncio.run(post())


@pytest.mark.parametrize("addresses", [("127.0.0.1",), ("::1",), ("142.250.185.106", "10.0.0.1"), ("::ffff:7f00:1",)])
def test_a_name_that_leads_to_a_private_address_is_not_connected_to(addresses: Sequence[str]) -> None:
    """Also where only one of its addresses is."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.1)
        port = listening.getsockname()[1]
        assert posted("https://push.example.org/x", addresses) == PushAnswer("gone")
        assert posted(f"https://push.example.org:{port}/x", addresses) == PushAnswer("gone")
        with pytest.raises(TimeoutError):
            listening.accept()

    async def resolve() -> None:
        with pytest.raises(PrivateAddress):
            await PublicResolver(Said(*addresses)).resolve("push.example.org", 443)

    asyncio.run(resolve())


def test_the_machines_own_names_are_private() -> None:
    async def resolve() -> list[ResolveResult]:
        return await PublicResolver(ThreadedResolver()).resolve("localhost", 443, socket.AF_UNSPEC)

    with pytest.raises(PrivateAddress):
        asyncio.run(resolve())


def test_a_redirection_is_not_followed() -> None:
    async def redirect() -> None:
        async with push_service() as service:
            service.device("elsewhere")
            for status in (301, 302, 303, 307, 308):
                there = web.Response(status=status, headers={"Location": f"{service.url}/elsewhere"})
                service.answers.setdefault("a", deque()).append(there)
                carrier = Carrier(anywhere=True)
                assert await carrier.post(f"{service.url}/a", b"", "topic", "vapid") == PushAnswer("refused")
                await carrier.close()
            assert service.received == []

    asyncio.run(redirect())
