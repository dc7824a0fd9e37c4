"""The table in messages: who is told what. Everything here is made from what that seat may see."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from spieltisch.kernel import CHANCE, EVERYONE, Game, Match, Refusal
from spieltisch.kernel.log import NO_TIME, TAKEN_BACK, UNDO, Row, moves_of
from spieltisch.table import fairness, messages
from spieltisch.table.messages import encode
from spieltisch.table.state import State

SHOWN_PAST = 10  # matches
NO_ACK = 0


def table_of(
    state: State, here: Sequence[bool], asking: list[messages.Asking], tells_past: bool
) -> messages.Table:
    """What everybody may know; secrets of past matches are for those who sit here."""
    revealed = state.stage in ("playing", "over")
    published = revealed or state.stage == "revealing"
    return messages.Table(
        game=state.game.name,
        rules=state.rules if state.stage != "open" else state.coming_rules,
        new_rules=None if state.coming_rules == state.rules_before else (state.rules_before, state.coming_rules),
        dropped_rules=state.dropped_rules,
        options=state.options,
        public=state.settings.public,
        keep_days=state.settings.keep_days,
        move_s=state.settings.move_s,
        stage=state.stage,
        paused=state.paused,
        host=state.host,
        chairs=[
            messages.Chair(
                chair.kind, chair.name, chair.colour, chair.played_by, present, chair.away, chair.misreckoned,
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
        past=[
            messages.Past(past.number, past.ended, fairness.commitment(past.secret).hex(), past.secret.hex())
            for past in state.past[-SHOWN_PAST:]
            if tells_past
        ],
    )


def in_hex(by_seat: Mapping[int, bytes]) -> dict[int, str]:
    return {seat: value.hex() for seat, value in sorted(by_seat.items())}


def match_of(match: Match, number: int, seat: int | None, first: int, story: bool) -> messages.Match:
    """The whole view, and the story or the log from row `first` on."""
    return messages.Match(
        number=number,
        cells=match.cells(seat),
        first=0 if story else first,
        log=[] if story else log_of(match, seat, first),
        story=match.story if story else [],
        moves=moves_of_seat(match, seat),
        actors=sum(1 << actor for actor in match.actors),
    )


def moves_of_seat(match: Match, seat: int | None) -> list[str]:
    """What it may do now, in games where clients are told."""
    told = seat is not None and seat in match.actors and match.game.lists_moves
    return list(match.moves(seat)) if seat is not None and told else []


def log_of(match: Match, seat: int | None, first: int) -> list[messages.Row]:
    rows = match.rows[first:]
    return shortened(seen_by(seat, said(match.game, rows, to_others=False), said(match.game, rows, to_others=True)))


Said = tuple[int, str, int, int]  # who, text, receiver, time


def said(game: Game, rows: Iterable[Row], to_others: bool) -> list[Said]:
    """Rows as their receivers see them, or as all the others do."""
    return [
        (who, UNDO if move == TAKEN_BACK else moves_of(game, who).texts_to(to_others)[move], to, at)
        for who, to, move, at in rows
    ]


def shortened(rows: Iterable[Said]) -> list[messages.Row]:
    """As short as can be: five cards that one did not see are one row."""
    return [short_row(*row, len(list(same))) for row, same in groupby(rows)]


def short_row(who: int, text: str, to: int, at: int, times: int) -> messages.Row:
    if at != NO_TIME:                       return [who, text, to, times, at]
    if times > 1:                           return [who, text, to, times]
    if who == CHANCE and to != EVERYONE:    return [who, text, to]
    return [who, text]


def seen_by(seat: int | None, seen: Sequence[Said], unseen: Sequence[Said]) -> list[Said]:
    return [mine if mine[2] in (seat, EVERYONE) else others for mine, others in zip(seen, unseen, strict=True)]


def refused(refusal: Refusal, command: int) -> bytes:
    return encode(messages.Refused(command, refusal.rule, refusal.reason, dict(refusal.words)))
