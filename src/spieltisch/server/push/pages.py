"""HTTP: a device asks to be told when it is its seat's turn, or not any more."""

from aiohttp import web

from spieltisch.kernel.languages import LANGUAGES
from spieltisch.server import protocol
from spieltisch.server.http_protocol import answer
from spieltisch.server.incoming import Failed, body_of
from spieltisch.server.pages import PARTS, sent
from spieltisch.server.push.endpoints import is_endpoint
from spieltisch.server.push.quiet import is_zone
from spieltisch.server.questions import AddDevice, DropDevice, ask
from spieltisch.server.services import Services
from spieltisch.store import Subscription

routes = web.RouteTableDef()


@routes.get("/api/push")
async def push_key(request: web.Request) -> web.Response:
    services = request.app[PARTS]
    check_installed(services)
    return answer(protocol.PushServer(await services.registry.push.key()))


@routes.put("/api/tables/{table}/push")
async def add_device(request: web.Request) -> web.Response:
    services = request.app[PARTS]
    check_installed(services)
    wanted = await body_of(request, protocol.WantNotices)
    question = AddDevice(request.match_info["table"], wanted.token, device_in(wanted, services))
    return sent(await ask(services, question))


@routes.delete("/api/tables/{table}/push")
async def drop_device(request: web.Request) -> web.Response:
    wanted = await body_of(request, protocol.NoNotices)
    question = DropDevice(request.match_info["table"], wanted.token, wanted.endpoint)
    return sent(await ask(request.app[PARTS], question))


def check_installed(services: Services) -> None:
    if not services.registry.push.is_installed:
        raise Failed(501, "no_push")


def device_in(wanted: protocol.WantNotices, services: Services) -> Subscription:
    """Failed, if no notice could ever get there."""
    from spieltisch.server.push.sealing import are_keys, from_base64url

    if not (services.registry.push.anywhere or is_endpoint(wanted.endpoint)):
        raise Failed(400, "bad_endpoint")
    try:
        p256dh, auth = from_base64url(wanted.p256dh), from_base64url(wanted.auth)
    except ValueError:
        raise Failed(400, "bad_push_keys") from None
    if not are_keys(p256dh, auth):
        raise Failed(400, "bad_push_keys")
    if not is_zone(wanted.zone):
        raise Failed(400, "unknown_zone")
    if wanted.language not in LANGUAGES:
        raise Failed(400, "bad_request", why=f"language is one of {', '.join(LANGUAGES)}")
    return Subscription(wanted.endpoint, p256dh, auth, wanted.language, wanted.zone, wanted.quiet)
