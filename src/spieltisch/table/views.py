"""The table in messages: who is told what. Everything here is made from what that seat may see."""

from collections.abc import Mapping, Sequence
from typing import cast

from msgspec import msgpack

from spieltisch.kernel import Match, MovesInSight, Refusal
from spieltisch.table import fairness, messages
from spieltisch.table.messages import encode
from spieltisch.table.state import TableState

SHOWN_PAST = 10  # matches


def table_of(state: TableState, here: Sequence[bool], asking: list[messages.Asking]) -> messages.TableView:
    """What everybody may know."""
    revealed = state.stage in ("playing", "over")
    published = revealed or state.stage == "revealing"
    return messages.TableView(
        game=state.game.name,
        rules=state.rules if state.stage != "open" else state.coming_rules,
        new_rules=None if state.coming_rules == state.rules_before else (state.rules_before, state.coming_rules),
        dropped_rules=state.dropped_rules,
        options=state.options,
        public=state.settings.public,
        keep_days=state.settings.keep_days,
        move_s=state.settings.move_s,
        grace_s=state.settings.grace_s,
        stage=state.stage,
        paused=state.paused,
        host=state.host,
        chairs=[
            messages.ChairView(
                chair.kind,
                chair.name,
                chair.colour,
                chair.picture,
                chair.played_by,
                present,
                chair.away,
                chair.misreckoned,
                chair.handicap,
            )
            for chair, present in zip(state.chairs, here, strict=True)
        ],
        closed=[seat for seat, chair in enumerate(state.chairs) if chair.closed],
        asking=asking,
        number=state.number,
        commitment=fairness.commitment(state.secret).hex(),
        hashes=in_hex(state.hashes) if published else {},
        entropies=in_hex(state.entropies) if revealed else {},
        missing=state.missing,
        cancelled=sum(past.ended == "cancelled" for past in state.past),
        result=None if state.result is None else (list(state.result.places), list(state.result.points)),
    )


def in_hex(by_seat: Mapping[int, bytes]) -> dict[int, str]:
    return {seat: value.hex() for seat, value in sorted(by_seat.items())}


def past_of(state: TableState, known: int) -> list[messages.Past]:
    """The last matches that have ended, but for those that are known: their secrets are for those who sit here."""
    return [
        messages.Past(past.number, past.ended, fairness.commitment(past.secret).hex(), past.secret.hex())
        for past in state.past[known:][-SHOWN_PAST:]
    ]


def match_of(state: TableState, match: Match, seat: int | None, have: tuple[int, int]) -> messages.MatchView:
    """All that a seat may know of the match, but for the rows that the client has (of which match, how many)."""
    number, rows = have
    first = min(rows, match.length) if number == state.shown else 0
    cells, frames = match.frames(seat, first)
    return messages.MatchView(
        state.shown,
        first,
        cells,
        cast(list[messages.Frame], msgpack.decode(frames)),  # as short as they are
        moves_of_seat(match, seat),
        sum(1 << actor for actor in match.actors),
    )


def moves_of_seat(match: Match, seat: int | None) -> list[str]:
    """What it may do now, in games where clients are told."""
    told = seat is not None and seat in match.actors and match.game.extra(MovesInSight) is None
    return list(match.moves(seat)) if seat is not None and told else []


def refused(refusal: Refusal, command: int) -> bytes:
    return encode(messages.CommandRefused(command, refusal.rule, refusal.reason, dict(refusal.words)))
