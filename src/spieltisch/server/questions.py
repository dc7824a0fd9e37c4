"""What is asked about tables over HTTP, and answered by the server that has them, whichever was asked."""

from collections.abc import Sequence
from functools import partial

from msgspec import Struct, json, msgpack

from spieltisch.games import game_named
from spieltisch.server import protocol
from spieltisch.server.incoming import Failed
from spieltisch.server.jobs import Busy
from spieltisch.server.live_table import Closing, LiveTable
from spieltisch.server.services import Services
from spieltisch.store import ASIDE_DAYS, SetAside, StoreError, Subscribe, Subscription, Unsubscribe
from spieltisch.table import Damaged, LogEntry, replay, views

REFUSALS = (Failed, Busy, Closing, SetAside, Damaged, StoreError)


class Glance(Struct, frozen=True, tag=True):
    table: str


class MakeCode(Struct, frozen=True, tag=True):
    """Letters to type in on another device; `tv`: also while a match is played."""

    table: str
    tv: bool


class ReadMatch(Struct, frozen=True, tag=True):
    """`token`: of somebody who sits there; `client`: by which is counted who asks for how much."""

    table: str
    number: int
    token: str
    client: str


class AddDevice(Struct, frozen=True, tag=True):
    """It is told when it is the turn of the seat that `token` opens."""

    table: str
    token: str
    device: Subscription


class DropDevice(Struct, frozen=True, tag=True):
    table: str
    token: str
    endpoint: str


class FindCode(Struct, frozen=True, tag=True):
    """Of all servers: whoever gave it out."""

    code: str


class PublicTables(Struct, frozen=True, tag=True):
    """Of all servers."""


OfOneTable = Glance | MakeCode | ReadMatch | AddDevice | DropDevice
Question = OfOneTable | FindCode | PublicTables


class Answered(Struct, frozen=True):
    """As HTTP has it: a status, and JSON."""

    status: int
    body: bytes


encode = msgpack.Encoder().encode
decode_question = msgpack.Decoder(Question).decode
decode_answer = msgpack.Decoder(Answered).decode


def in_words(error: Exception) -> Answered:
    """One of REFUSALS."""
    match error:
        case Failed():      status, said = error.status, error.error
        case Busy() | StoreError():     status, said = 503, protocol.error("busy")
        case Closing():     status, said = 503, protocol.error("stopping")
        case SetAside():    status, said = 410, protocol.error("set_aside", days=ASIDE_DAYS)
        case Damaged():     status, said = 409, protocol.error("table_damaged")
        case _:             raise TypeError(error)
    return Answered(status, json.encode(said))


# Asking


async def ask(services: Services, question: OfOneTable) -> Answered:
    table = await services.registry.find(question.table)
    if table is None:
        raise Failed(404, "no_table")
    if isinstance(table, LiveTable):
        return await answer_about(services, table, question)
    answer = await services.registry.ask_server(table.server, encode(question))
    if answer is None:
        raise Busy
    return decode_answer(answer)


async def ask_all(services: Services, question: FindCode | PublicTables) -> list[bytes]:
    """JSON of each server that has something to say."""
    here = await answer_of_all(services, question)
    others = [decode_answer(one).body for one in await services.registry.ask_servers(encode(question))]
    return others if here is None else [here, *others]


# Answering


async def answer_server(services: Services, question: bytes) -> bytes | None:
    """Another server asks. None: there is nothing to say."""
    asked = decode_question(question)
    if isinstance(asked, FindCode | PublicTables):
        found = await answer_of_all(services, asked)
        return None if found is None else encode(Answered(200, found))
    try:
        live = await services.registry.find_here(asked.table)
        if live is None:
            raise Busy  # it has just become another's
        return encode(await answer_about(services, live, asked))
    except REFUSALS as error:
        return encode(in_words(error))


async def answer_about(services: Services, live: LiveTable, question: OfOneTable) -> Answered:
    match question:
        case Glance():              said = json.encode(glance(live))
        case MakeCode():            said = json.encode(code(services, live, question))
        case ReadMatch():       said = await finished_match(services, live, question)
        case AddDevice():       said = json.encode(await add_device(services, live, question))
        case DropDevice():      said = json.encode(await drop_device(services, live, question))
    return Answered(200, said)


async def add_device(services: Services, live: LiveTable, question: AddDevice) -> protocol.Notices:
    seat = live.seat_of(question.token)
    if seat is None:
        raise Failed(403, "not_your_seat")
    if live.table.state.settings.pace_h is None:
        raise Failed(409, "not_by_days")
    await services.registry.write(partial(Subscribe, live.number, seat, question.device, epoch=live.epoch))
    if live.seat_of(question.token) != seat:  # he stood up meanwhile
        return await drop_device(services, live, DropDevice(question.table, question.token, question.device.endpoint))
    return protocol.Notices(True)


async def drop_device(services: Services, live: LiveTable, question: DropDevice) -> protocol.Notices:
    """Whose seat it was is forgotten with the seat."""
    seat = live.seat_of(question.token)
    if seat is not None:
        await services.registry.write(partial(Unsubscribe, live.number, seat, question.endpoint))
    return protocol.Notices(False)


async def answer_of_all(services: Services, question: FindCode | PublicTables) -> bytes | None:
    if isinstance(question, PublicTables):
        tables = [public_table(live) for live in services.registry.lives]
        return json.encode([table for table in tables if table is not None])
    found = await typed_code(services, question)
    return None if found is None else json.encode(found)


def glance(live: LiveTable) -> protocol.TableGlance:
    table = live.table
    state, match = table.state, table.state.match
    view = views.table_of(state, table.here, [])
    actors = match.actors if match is not None and state.stage == "playing" else []
    places = [] if view.result is None else view.result[0]
    bits = sum(1 << actor for actor in actors)
    return protocol.TableGlance(view.game, view.stage, view.paused, view.chairs, bits, places)


def code(services: Services, live: LiveTable, question: MakeCode) -> protocol.Code:
    if not question.tv and not live.is_gathering:
        raise Failed(409, "code_while_playing")
    return protocol.Code(*services.codes.code_of(question.table, question.tv))


async def typed_code(services: Services, question: FindCode) -> protocol.CodeFound | None:
    """(The table may have gone to another server since: then one asks for another code.)"""
    found = services.codes.find(question.code)
    live = None if found is None else await services.registry.find(found.table)
    if found is None or live is None:
        return None
    if not found.tv and not (isinstance(live, LiveTable) and live.is_gathering):
        return None
    return protocol.CodeFound(found.table, found.tv)


async def finished_match(services: Services, live: LiveTable, question: ReadMatch) -> bytes:
    if not live.holds_seat(question.token):
        raise Failed(403, "not_yours")
    job = partial(replayed, services, question.table, question.number)
    return await services.replays.result((question.table, question.number), question.client, job)


async def replayed(services: Services, table: str, number: int) -> bytes:
    log = await services.registry.log_of(table)
    return await services.replayed(finished_json, table, log, number)


def finished_json(table: str, log: Sequence[LogEntry], number: int) -> bytes:
    """Worked out in a thread."""
    document = replay.document_of(table, game_named, log, number)
    if document is None:
        raise Failed(404, "not_yours")
    return json.encode(protocol.Finished(document, replay.replay_of(document, game_named)))


def public_table(live: LiveTable) -> protocol.PublicTable | None:
    """One with a free chair, where somebody sits."""
    state = live.table.state
    free = sum(chair.kind == "empty" for chair in state.chairs)
    if not state.settings.public or state.stage != "open" or not free or not live.connections:
        return None
    seated = [chair.name for chair in state.chairs if chair.kind != "empty"]
    return protocol.PublicTable(state.table, state.game.name, state.options, seated, free)
