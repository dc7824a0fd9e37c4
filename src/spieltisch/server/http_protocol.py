"""One TCP connection, below aiohttp's requests: counted as long as it is there, and its error pages in our words."""

import asyncio

from aiohttp import web
from msgspec import json

from spieltisch.server import protocol
from spieltisch.server.admission import Admission, TcpConnection
from spieltisch.server.guard import HEADERS

LINGER_S = 1  # for what is still coming of a request that has been answered


def answer(body: object, status: int = 200) -> web.Response:
    return web.Response(body=json.encode(body), status=status, content_type="application/json", charset="utf-8")


class HttpProtocol(web.RequestHandler):
    def __init__(self, server: web.Server, admission: Admission, tcp: TcpConnection) -> None:
        """Nothing is unpacked: a few bytes can be made to hold gigabytes."""
        super().__init__(server, loop=asyncio.get_running_loop(), auto_decompress=False, lingering_time=LINGER_S)
        self.tcp = tcp
        self._admission = admission

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.tcp.made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        super().connection_lost(exc)
        self._admission.leave(self.tcp)

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        if isinstance(resp, web.HTTPException):  # raised before any handler of ours was asked
            resp = self.in_words(resp.status)
        finished = await super().finish_response(request, resp, start_time)
        self._admission.wait(self.tcp)
        return finished

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """For what is no request at all, so that no handler of ours sees it. aiohttp's page would name its version."""
        super().handle_error(request, status, exc, message)  # raises where an answer is under way already
        return self.in_words(status)

    def in_words(self, status: int) -> web.Response:
        reason = {417: "no_expectation"}.get(status, "not_http" if status < 500 else "broken")
        response = answer(protocol.error(reason), status)
        response.headers.update(HEADERS)
        response.force_close()
        return response
