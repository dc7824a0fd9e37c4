"""What those who sit at a table are told of it in a list of their tables: small enough to be stored with each entry."""

import hmac

from msgspec import UNSET, DecodeError, Struct, ValidationError, msgpack

from spieltisch.server.protocol import MyChair, MyStanding
from spieltisch.table import TableState, views
from spieltisch.table.messages import Stage
from spieltisch.table.session import key_of


class TableSummary(Struct, frozen=True, array_like=True):
    """What is told of a table to those who sit there."""

    game: str
    stage: Stage
    paused: bool
    chairs: list[MyChair]
    keys: list[bytes | None]  # hashes of their tokens
    number: int
    turn: list[int]
    places: list[int]
    pace_h: int | None
    since: dict[int, int]  # by seat that is to act
    until: dict[int, int]  # by person who is to act
    holiday: dict[int, int]


def summary_of(state: TableState) -> TableSummary:
    days = state.days
    clocks = {seat: views.day_clock_of(state, seat) for seat in range(len(state.chairs))}
    return TableSummary(
        game=state.game.name,
        stage=state.stage,
        paused=state.paused,
        chairs=[MyChair(chair.kind, chair.name, chair.colour, chair.picture) for chair in state.chairs],
        keys=[chair.key for chair in state.chairs],
        number=state.number if state.stage in ("open", "hashing", "revealing") else state.shown,
        turn=list(state.to_act),
        places=[] if state.result is None else list(state.result.places),
        pace_h=state.settings.pace_h,
        since={} if days is None else {seat: turn.since for seat, turn in days.turns.items()},
        until={seat: until for seat, (until, _) in clocks.items() if until is not UNSET},
        holiday={seat: holiday for seat, (_, holiday) in clocks.items() if holiday is not UNSET},
    )


encode = msgpack.Encoder().encode
_decode = msgpack.Decoder(TableSummary).decode


def decode(body: bytes | None) -> TableSummary | None:
    """None: there is none, or another version wrote it."""
    try:
        return None if body is None else _decode(body)
    except (ValidationError, DecodeError, UnicodeError):
        return None


def standing_of(summary: TableSummary, token: str) -> MyStanding | None:
    """None: this token opens no seat. Every chair is compared, in the same time."""
    key, mine = key_of(token), None
    for seat, other in enumerate(summary.keys):
        if hmac.compare_digest(other or b"", key):
            mine = seat
    if mine is None:
        return None
    since = summary.since.get(mine, min(summary.since.values(), default=UNSET))
    return MyStanding(
        summary.game,
        summary.stage,
        summary.paused,
        mine,
        summary.chairs,
        summary.number,
        summary.turn,
        summary.places,
        UNSET if summary.pace_h is None else summary.pace_h,
        since,
        summary.until.get(mine, UNSET),
        summary.holiday.get(mine, UNSET),
    )
