"""The table in messages: who is told what. Everything here is made from what that seat may see."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from spieltisch.kernel import CHANCE, EVERYONE, Game, Match, Refusal
from spieltisch.kernel.cells import changes
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
        log=told(pieces_of(match.game, match.rows[first:]), seat),
        moves=[] if seat is None or seat not in match.actors else list(match.moves(seat)),
        actors=sum(1 << actor for actor in match.actors),
    )


class Piece(NamedTuple):
    """A row as its receiver sees it, and as the others do."""

    who: int
    to: int
    seen: str
    unseen: str
    at: int


def pieces_of(game: Game, rows: Iterable[Row]) -> list[Piece]:
    pieces = []
    for who, to, move, at in rows:
        if move == TAKEN_BACK:
            pieces.append(Piece(who, to, UNDO, UNDO, at))
        else:
            table = moves_of(game, who)
            pieces.append(Piece(who, to, table.texts[move], table.texts_to_others[move], at))
    return pieces


def told(pieces: Iterable[Piece], seat: int | None) -> list[messages.Row]:
    """As this seat saw them, as short as can be: five cards that it did not see are one row."""
    rows: list[messages.Row] = []
    last, times = None, 0
    for who, to, seen, unseen, at in pieces:
        this = (who, seen if to == seat else unseen, to, at)
        if this == last:
            times += 1
            rows[-1] = shortened(*this, times)
        else:
            last, times = this, 1
            rows.append(shortened(*this, times))
    return rows


def shortened(who: int, text: str, to: int, at: int, times: int) -> messages.Row:
    if at != NO_TIME:                       return [who, text, to, times, at]
    if times > 1:                           return [who, text, to, times]
    if who == CHANCE and to != EVERYONE:    return [who, text, to]
    return [who, text]


class Telling:
    """One step of a match in messages. Those who may know the same get the same bytes, made once."""

    def __init__(self, match: Match, seq: int) -> None:
        last = match.last
        self.match, self.seq = match, seq
        self.actors = match.actors
        self.acting = sum(1 << seat for seat in self.actors)
        self.changes, other = changes(match.game, last.before, last.after)
        self.own: dict[int, list[int]] = {}
        for owner, cell, value in other:
            self.own.setdefault(owner, []).extend((cell, value))
        self.pieces = pieces_of(match.game, last.rows)
        self.received = {piece.to for piece in self.pieces if piece.seen is not piece.unseen}
        self.rows_to_others = told(self.pieces, None)
        self.to_others = self._encode(self.rows_to_others, [], [], NO_ACK)

    def to(self, seat: int | None, ack: int) -> bytes:
        if seat is None or not (ack or seat in self.own or seat in self.actors or seat in self.received):
            return self.to_others
        rows = told(self.pieces, seat) if seat in self.received else self.rows_to_others
        moves = list(self.match.moves(seat)) if seat in self.actors else []
        return self._encode(rows, self.own.get(seat, []), moves, ack)

    def _encode(self, rows: list[messages.Row], own: list[int], moves: list[str], ack: int) -> bytes:
        return encode(messages.Happened(self.seq, rows, self.changes, own, moves, self.acting, ack))


def refused(refusal: Refusal, command: int) -> bytes:
    return encode(messages.Refused(command, refusal.rule, refusal.reason, dict(refusal.words)))
