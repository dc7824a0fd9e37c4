"""The table in messages: who is told what. Everything here is made from what that seat may see."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from spieltisch.kernel import CHANCE, EVERYONE, Game, Match, Refusal
from spieltisch.kernel.cells import Change, changes
from spieltisch.kernel.log import NO_TIME, TAKEN_BACK, UNDO, Row, moves_of
from spieltisch.table import fairness, messages
from spieltisch.table.messages import encode
from spieltisch.table.state import State

SHOWN_PAST = 10  # matches
NO_ACK = 0


def table_of(state: State, here: Sequence[bool], seated: bool) -> messages.Table:
    """What everybody may know; secrets of past matches are for those who sit here."""
    revealed = state.stage in ("playing", "over")
    published = revealed or state.stage == "revealing"
    return messages.Table(
        game=state.game.name,
        rules=state.game.rules_version,
        options=state.options,
        public=state.settings.public,
        keep_days=state.settings.keep_days,
        move_s=state.settings.move_s,
        stage=state.stage,
        paused=state.paused,
        host=state.host,
        chairs=[
            messages.Chair(chair.kind, chair.name, chair.colour, chair.played_by, present, chair.away)
            for chair, present in zip(state.chairs, here, strict=True)
        ],
        number=state.number,
        commitment=fairness.commitment(state.secret).hex(),
        hashes=in_hex(state.hashes) if published else {},
        entropies=in_hex(state.entropies) if revealed else {},
        missing=state.missing,
        result=None if state.result is None else (list(state.result.places), list(state.result.points)),
        past=[
            messages.Past(past.number, past.ended, fairness.commitment(past.secret).hex(), past.secret.hex())
            for past in state.past[-SHOWN_PAST:]
            if seated
        ],
    )


def in_hex(by_seat: Mapping[int, bytes]) -> dict[int, str]:
    return {seat: value.hex() for seat, value in sorted(by_seat.items())}


def match_of(match: Match, number: int, seat: int | None, first: int) -> messages.Match:
    """The whole view, and the log from row `first` on."""
    return messages.Match(
        number=number,
        cells=match.cells(seat),
        first=first,
        log=told(match.game, match.rows[first:], seat),
        moves=[] if seat is None or seat not in match.actors else list(match.moves(seat)),
        actors=sum(1 << actor for actor in match.actors),
    )


def told(game: Game, rows: Iterable[Row], seat: int | None) -> list[messages.Row]:
    """As this seat saw them, as short as can be: five cards that it did not see are one row."""
    runs: list[list[Any]] = []
    for row in rows:
        who, to, _, at = row
        text = text_to(game, row, seat)
        if runs and runs[-1][:3] == [who, text, to] and runs[-1][4] == at:
            runs[-1][3] += 1
        else:
            runs.append([who, text, to, 1, at])
    return [shortened(*run) for run in runs]


def text_to(game: Game, row: Row, seat: int | None) -> str:
    """The same as `text_of(as_seen(…))`, quicker."""
    if row.move == TAKEN_BACK:
        return UNDO
    table = moves_of(game, row.seat)
    return table.texts[row.move] if row.to == seat else table.texts_to_others[row.move]


def shortened(who: int, text: str, to: int, times: int, at: int) -> messages.Row:
    if at != NO_TIME:                       return [who, text, to, times, at]
    if times > 1:                           return [who, text, to, times]
    if who == CHANCE and to != EVERYONE:    return [who, text, to]
    return [who, text]


class Telling:
    """One step of a match in messages. Those who may know the same get the same bytes, made once."""

    def __init__(self, match: Match, seq: int) -> None:
        self.match, self.seq = match, seq
        self.actors = match.actors
        self.acting = sum(1 << seat for seat in self.actors)
        self._sort_changes(changes(match.game, match.last.before, match.last.after))
        self._sort_rows(match.last.rows)
        self.to_others = self._encode(self.rows_to_others, [], [], NO_ACK)

    def to(self, seat: int | None, ack: int) -> bytes:
        if seat is None or not (ack or seat in self.own or seat in self.actors or seat in self.received):
            return self.to_others
        rows = self._rows_to(seat) if seat in self.received else self.rows_to_others
        moves = list(self.match.moves(seat)) if seat in self.actors else []
        return self._encode(rows, self.own.get(seat, []), moves, ack)

    def _encode(self, rows: list[messages.Row], own: list[int], moves: list[str], ack: int) -> bytes:
        return encode(messages.Happened(self.seq, rows, self.changes, own, moves, self.acting, ack))

    def _sort_changes(self, changed: Iterable[Change]) -> None:
        """Into what all see, and what one seat sees."""
        self.own: dict[int, list[int]] = {EVERYONE: []}
        for owner, cell, value in changed:
            self.own.setdefault(owner, []).extend((cell, value))
        self.changes = self.own.pop(EVERYONE)

    def _sort_rows(self, rows: Iterable[Row]) -> None:
        """Into runs that went to the same receiver, each told once as all the others see it."""
        game = self.match.game
        self.runs = [(to, list(run)) for to, run in groupby(rows, key=attrgetter("to"))]
        self.told = [told(game, run, None) for _, run in self.runs]
        self.rows_to_others = [row for short in self.told for row in short]
        self.received = {to for to, run in self.runs if told(game, run, to) != told(game, run, None)}

    def _rows_to(self, seat: int) -> list[messages.Row]:
        rows: list[messages.Row] = []
        for (to, run), short in zip(self.runs, self.told, strict=True):
            rows += told(self.match.game, run, seat) if to == seat else short
        return rows


def refused(refusal: Refusal, command: int) -> bytes:
    return encode(messages.Refused(command, refusal.rule, refusal.reason, dict(refusal.words)))
