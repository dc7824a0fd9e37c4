"""A push service of our own, on a real socket: it opens what comes, as the device would, and answers as it is told."""

import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from aiohttp import web
from aiohttp.web_log import AccessLogger

from push.device import Device, signed

DAY_S = 24 * 3600


@dataclass
class Received:
    device: str
    topic: str
    headers: dict[str, str]
    payload: dict[str, object]
    size: int


@dataclass
class PushService:
    url: str = ""
    devices: dict[str, Device] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    answers: dict[str, deque[web.Response]] = field(default_factory=dict)  # else 201
    key: str = ""  # by which all that comes must be signed; empty: any
    now_s: int | None = None

    def device(self, name: str, quiet: tuple[int, int] | None = None, zone: str = "Europe/Berlin") -> Device:
        self.devices[name] = replace(Device(f"{self.url}/{name}"), quiet=quiet, zone=zone)
        return self.devices[name]

    def told(self, name: str) -> list[dict[str, object]]:
        return [one.payload for one in self.received if one.device == name]

    async def take(self, request: web.Request) -> web.Response:
        name = request.match_info["device"]
        waiting = self.answers.get(name)
        if waiting:
            return waiting.popleft()
        body = await request.read()
        self.check(request)
        payload = json.loads(self.devices[name].opened(body))
        self.received.append(Received(name, request.headers["Topic"], dict(request.headers), payload, len(body)))
        return web.Response(status=201)

    def check(self, request: web.Request) -> None:
        """As the services of browsers' makers do."""
        assert request.headers["Content-Encoding"] == "aes128gcm"
        assert int(request.headers["TTL"]) > 0
        assert len(request.headers["Topic"]) <= 32
        found = signed(request.headers["Authorization"])
        assert found.claims["aud"] == self.url
        assert str(found.claims["sub"]).startswith("https://")
        if self.now_s is not None:
            assert isinstance(found.claims["exp"], int)
            assert self.now_s < found.claims["exp"] <= self.now_s + DAY_S
        assert self.key in ("", found.key)


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    app = web.Application()
    app.router.add_post("/{device}", service.take)
    runner = web.AppRunner(app, access_log_class=AccessLogger, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    assert runner.addresses
    service.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield service
    finally:
        await runner.cleanup()
