"""Histories of clients held against the log, as it stands in the store when all is over."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import Raw

from faults.history import History, Move
from spieltisch.games import game_named
from spieltisch.kernel import CHANCE, Game
from spieltisch.table import LogEntry
from spieltisch.table.entries import Aborted, Began, Committed, Opened, Over, Played, drawn_in
from spieltisch.table.replay import LogLine, told_to

Kind = Literal[
    "lost", "doubled", "order", "refused and done", "shown and gone", "misled", "two owners", "gap", "not over"
]


class Stored(NamedTuple):
    """An entry of a table's log, and who wrote it."""

    seq: int
    entry: LogEntry
    epoch: int = 0
    server: str = ""


class Finding(NamedTuple):
    kind: Kind
    table: str
    entry: int | None
    client: str
    words: str

    def __str__(self) -> str:
        place = "" if self.entry is None else f", entry {self.entry}"
        return f"{self.kind}: table {self.table}{place}{', ' if self.client else ''}{self.client}: {self.words}"


Log = Sequence[Stored]


def check(table: str, log: Log, histories: Sequence[History]) -> list[Finding]:
    """Everything that is wrong with a table."""
    found = [*check_numbers(table, log), *check_owners(table, log), *check_once(table, log), *check_end(table, log)]
    written = played_by_command(log)
    for history in histories:
        found += check_answers(history, written)
        found += check_shown(history, log)
    return found + list(check_order(table, histories, written))


# The log by itself


def check_numbers(table: str, log: Log) -> Iterator[Finding]:
    """1, 2, 3 …: the key (table, entry) is what makes two owners harmless."""
    if not log:
        yield Finding("lost", table, 1, "", "the table was opened, and the store does not have it")
    counts = Counter(stored.seq for stored in log)
    for seq in range(1, max(counts, default=0) + 1):
        if counts[seq] == 0:
            yield Finding("gap", table, seq, "", "the log has no such entry, but later ones")
        if counts[seq] > 1:
            yield Finding("doubled", table, seq, "", f"the log has {counts[seq]} such entries")


def check_owners(table: str, log: Log) -> Iterator[Finding]:
    owners: dict[int, str] = {}
    last = 0
    for stored in sorted(log, key=lambda stored: stored.seq):
        owner = owners.setdefault(stored.epoch, stored.server)
        if stored.server != owner:
            words = f"{stored.server} wrote under epoch {stored.epoch}, which was {owner}'s"
            yield Finding("two owners", table, stored.seq, "", words)
        if stored.epoch < last:
            words = f"{stored.server} wrote under epoch {stored.epoch}, after epoch {last}"
            yield Finding("two owners", table, stored.seq, "", words)
        last = max(last, stored.epoch)


def check_once(table: str, log: Log) -> Iterator[Finding]:
    """A command that comes twice counts once."""
    seen: dict[tuple[int | None, int], int] = {}
    for seq, entry, *_ in log:
        if entry.id is not None and isinstance(entry.what, Played):
            first = seen.setdefault((entry.by, entry.id), seq)
            if first != seq:
                yield Finding("doubled", table, seq, "", f"seat {entry.by}'s command {entry.id} is entry {first}, too")


def check_end(table: str, log: Log) -> Iterator[Finding]:
    """A match that was begun has ended."""
    begun = None
    for seq, entry, *_ in log:
        if isinstance(entry.what, Began):
            begun = seq
        elif isinstance(entry.what, Over | Aborted):
            begun = None
    if begun is not None:
        yield Finding("not over", table, begun, "", "the match that began here has not ended")


# What clients did


def played_by_command(log: Log) -> dict[tuple[int, int], Stored]:
    """By seat and the command's id."""
    return {
        (stored.entry.by, stored.entry.id): stored
        for stored in log
        if stored.entry.by is not None and stored.entry.id is not None and isinstance(stored.entry.what, Played)
    }


def check_answers(history: History, written: dict[tuple[int, int], Stored]) -> Iterator[Finding]:
    for move in history.moves.values():
        if move.answered is None:
            continue
        stored = written.get((history.seat, move.id))
        wrong = why_wrong(move, stored)
        if wrong is not None:
            entry = move.entry if stored is None else stored.seq
            yield Finding(wrong[0], history.table, entry, history.client, f"move {move.text} (id {move.id}) {wrong[1]}")


def why_wrong(move: Move, stored: Stored | None) -> tuple[Kind, str] | None:
    """What an answer said, and what the log says."""
    if move.refused is not None:
        return None if stored is None else ("refused and done", f"was refused ({move.refused}), and is in the log")
    if stored is None:
        return "lost", "was acknowledged, and is not in the log"
    if move.entry not in (None, stored.seq):
        return "order", f"was acknowledged as entry {move.entry}, and is another one"
    if isinstance(stored.entry.what, Played) and stored.entry.what.move != move.text:
        return "lost", f"was acknowledged, and the log has {stored.entry.what.move} instead"
    return None


def check_order(table: str, histories: Sequence[History], written: dict[tuple[int, int], Stored]) -> Iterator[Finding]:
    """What was invoked after an answer comes after it in the log."""
    moments: list[tuple[float, bool, History, Stored]] = []
    for history in histories:
        for move in history.moves.values():
            stored = written.get((history.seat, move.id))
            if stored is not None:
                moments.append((move.invoked, False, history, stored))
            if stored is not None and move.answered is not None:
                moments.append((move.answered, True, history, stored))
    answered = 0
    for _, is_answer, history, stored in sorted(moments, key=lambda moment: moment[:2]):
        if is_answer:
            answered = max(answered, stored.seq)
        elif stored.seq <= answered:
            words = f"it was made when entry {answered} had been acknowledged"
            yield Finding("order", table, stored.seq, history.client, words)


# What clients were shown


def check_shown(history: History, log: Log) -> Iterator[Finding]:
    """As this seat was told it; entry by entry, and row by row of each match."""
    table, client, seat = history.table, history.client, history.seat
    for words in history.complaints:
        yield Finding("misled", table, None, client, words)
    for (match, row), now in history.retold:
        words = f"match {match}, row {row} was {history.rows[match, row]}, and later {now}"
        yield Finding("shown and gone", table, None, client, words)
    for seq, now in history.restepped:
        yield Finding("shown and gone", table, seq, client, f"was shown {history.steps[seq]}, and later {now}")
    if not log or not isinstance(log[0].entry.what, Opened):
        return
    game = game_named(log[0].entry.what.game)
    entries = {stored.seq: stored.entry.what for stored in log}
    for seq, told in history.steps.items():
        what = entries.get(seq)
        if not isinstance(what, Played) or told_to(seat, line_of(what), game) != told:
            yield Finding("shown and gone", table, seq, client, f"was shown {told}, and the log has {what}")
    lines = lines_of(log, game)
    for (match, row), told in history.rows.items():
        there = lines.get(match, [])
        if row >= len(there) or told_to(seat, there[row], game) != told:
            log_has = there[row] if row < len(there) else f"{len(there)} rows"
            words = f"match {match}, row {row} was shown as {told}, and the log has {log_has}"
            yield Finding("shown and gone", table, None, client, words)


def lines_of(log: Log, game: Game) -> dict[int, list[LogLine]]:
    """Every match's moves, Chance's among them, by the match's number."""
    lines: dict[int, list[LogLine]] = defaultdict(list)
    number = 0
    for _, entry, *_ in log:
        match entry.what:
            case Committed():
                number += 1
            case Began(draws):
                lines[number] += drawn_lines(draws, None, game)
            case Played() as played:
                lines[number] += [line_of(played), *drawn_lines(played.draws, played.at, game)]
    return lines


def line_of(played: Played) -> LogLine:
    claimed = None if played.claimed is None else (played.claimed.made, played.claimed.came)
    return LogLine(played.seat, played.move, played.at, claimed=claimed)


def drawn_lines(draws: Raw, at: int | None, game: Game) -> list[LogLine]:
    return [LogLine(CHANCE, game.outcomes.texts[draw.outcome], at, draw.to) for draw in drawn_in(draws)]
