"""The table in messages: who is told what. Everything here is made from what that seat may see."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType, msgpack

from spieltisch.kernel import Match, Refusal
from spieltisch.table import fairness, messages
from spieltisch.table.messages import encode
from spieltisch.table.state import TableState

SHOWN_PAST = 10  # matches
STANDING = b"\x93"  # MessagePack: a list of three parts


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
                *day_clock_of(state, seat),
            )
            for seat, (chair, present) in enumerate(zip(state.chairs, here, strict=True))
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
        pace_h=UNSET if state.settings.pace_h is None else state.settings.pace_h,
        when_late=UNSET if state.settings.pace_h is None else state.settings.when_late,
    )


def day_clock_of(state: TableState, seat: int) -> tuple[int | UnsetType, int | UnsetType]:
    """By days: by when this person must have acted, and till when he is on holiday."""
    if state.days is None:
        return UNSET, UNSET
    off = state.days.holidays.get(seat)
    by = None if off is not None or state.chairs[seat].played_by is not None else state.days.by(seat)
    return UNSET if by is None else by, UNSET if off is None else off.until


def in_hex(by_seat: Mapping[int, bytes]) -> dict[int, str]:
    return {seat: value.hex() for seat, value in sorted(by_seat.items())}


def past_of(state: TableState, known: int) -> list[messages.Past]:
    """The last matches that have ended, but for those that are known: their secrets are for those who sit here."""
    return [
        messages.Past(past.number, past.ended, fairness.commitment(past.secret).hex(), past.secret.hex())
        for past in state.past[known:][-SHOWN_PAST:]
    ]


def matches_of(
    state: TableState, match: Match, seats: Mapping[int, int | None], have: Mapping[int, tuple[int, int]]
) -> dict[int, messages.MatchView]:
    """By connection: all that its seat may know of the match, but for the rows that the client has (of which match, how
    many).
    """
    views: dict[int, messages.MatchView] = {}
    for held in set(have.values()):
        number, rows = held
        first = min(rows, match.length) if number == state.shown else 0
        connections = [connection for connection in have if have[connection] == held]
        told = match.retell([seats[connection] for connection in connections], first)
        for connection, cells, body in zip(connections, *told, strict=True):
            views[connection] = match_view(state.shown, first, cells, body)
    return views


def match_view(number: int, first: int, cells: list[int], body: bytes) -> messages.MatchView:
    """The frames stay as short as they are."""
    told: tuple[list[messages.Frame], int, list[str]] = msgpack.decode(STANDING + body)
    frames, actors, moves = told
    return messages.MatchView(number, first, cells, frames, moves, actors)


def refused(refusal: Refusal, command: int) -> bytes:
    return encode(messages.CommandRefused(command, refusal.rule, refusal.reason, dict(refusal.words)))
