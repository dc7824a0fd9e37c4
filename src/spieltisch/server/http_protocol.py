"""One TCP connection, below aiohttp's requests: its error pages in our words."""

from aiohttp import web

from spieltisch.server import protocol
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
