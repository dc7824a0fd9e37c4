"""One TCP connection, below aiohttp's requests: its error pages in our words, and a WebSocket's frames checked."""

from collections.abc import Callable
from typing import cast

from aiohttp import web
from aiohttp.http import WebSocketReader

from spieltisch.server import protocol
from spieltisch.server.connection import PROTOCOL_ERROR
from spieltisch.server.frames import FrameCheck
from spieltisch.server.guard import HEADERS
from spieltisch.server.pages import answer


class HttpProtocol(web.RequestHandler):
    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """For what is no request at all, so that no handler of ours sees it. aiohttp's page would name its version."""
        super().handle_error(request, status, exc, message)  # raises where an answer is under way already
        response = answer(protocol.error("not_http" if status < 500 else "broken"), status)
        response.headers.update(HEADERS)
        response.force_close()
        return response

    def set_parser(self, parser: WebSocketReader, data_received_cb: Callable[[], None] | None = None) -> None:
        """The line is a WebSocket from here on."""
        checked = FrameCheck(parser, self._fail)
        super().set_parser(cast(WebSocketReader, checked), data_received_cb)  # nothing else of a reader is called

    def _fail(self) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(PROTOCOL_ERROR)
            self.transport.close()
