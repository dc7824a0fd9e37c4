"""Tables by days: what becomes due there though nobody is connected, and who is sent a notice.

Nothing here is done at tables that are played now. What is known of turns and holidays is in day_clocks.py.
"""

from collections.abc import Collection, Mapping

from spieltisch.kernel import Game
from spieltisch.table import commands, entries, starting
from spieltisch.table.day_clocks import DAY_MS, DayClocks
from spieltisch.table.outcome import DaysOutcome, NoticeKind, TurnNotice
from spieltisch.table.playing import MatchRunner
from spieltisch.table.refusals import NotDone
from spieltisch.table.seating import is_race
from spieltisch.table.session import Session
from spieltisch.table.transaction import Transaction

KEEP_DAYS = 30  # at least: so long nothing need happen where two weeks of holiday meet a week for a move
BOT_MS = 5_000  # if the server ends while a bot thinks, the table is woken so soon after its turn began
REMIND_AT = 4  # when a quarter of the time is left
UNSEEN_MS = 60_000  # so long at most a line is believed to be there that is not

VACATES = (entries.Sat, entries.Stood, entries.Rekeyed)
ENDS = (entries.Over, entries.Aborted)


def flaw(settings: entries.Settings, game: Game, options: Mapping[str, str]) -> str | None:
    """Why such a table cannot be opened."""
    if settings.pace_h is None:
        return None
    if is_race(game, options):
        return "race_by_days"
    if settings.move_s is not None:
        return "clock_by_days"
    return "kept_too_short" if settings.keep_days < KEEP_DAYS else None


def holiday(tx: Transaction, seat: int, command: commands.Holiday) -> None:
    days = tx.state.days
    if days is None:
        raise NotDone("not_by_days")
    if command.days == 0:
        if seat not in days.holidays:
            raise NotDone("not_on_holiday")
        tx.log(entries.OnHoliday(seat, None))
        return
    left = days.holiday_left(seat, tx.now) // DAY_MS
    if command.days > left:
        raise NotDone("holiday_too_long", days=left)
    tx.log(entries.OnHoliday(seat, tx.now + command.days * DAY_MS))


# What becomes due


def due_times(session: Session, asked: Collection[int] = ()) -> list[int]:
    """When something becomes due, but for seats for which a bot was asked already."""
    state, days = session.state, session.state.days
    if days is None or not days.turns:
        return []
    times = [off.until for off in days.holidays.values()]
    for seat, turn in days.turns.items():
        by = days.by(seat)
        if by is None or seat in asked:
            continue
        if state.chairs[seat].played_by is not None:
            times.append(turn.since + BOT_MS)
        else:
            times.append(by if session.reminded.get(seat) == turn.entry else remind_at(days, by))
    return times


def remind_at(days: DayClocks, by: int) -> int:
    return by - days.pace_ms // REMIND_AT


def do_what_is_due(tx: Transaction, runner: MatchRunner) -> None:
    days = tx.state.days
    assert days is not None
    end_holidays(tx, days)
    ends = {seat: by for seat in days.turns if (by := days.by(seat)) is not None and is_waited_for(tx, seat)}
    late = [seat for seat, by in ends.items() if by <= tx.now and seat not in runner.thinking]
    for seat, by in ends.items():
        if remind_at(days, by) <= tx.now < by:
            remind(tx, days, seat)
    if late and tx.state.is_starting:
        starting.cancel_start(tx, list(days.turns))
    else:
        for seat in late:
            play_for(tx, runner, seat)


def end_holidays(tx: Transaction, days: DayClocks) -> None:
    """Whose turn began meanwhile is told of it now."""
    for seat, off in list(days.holidays.items()):
        if off.until <= tx.now and days.turns:
            tx.log(entries.OnHoliday(seat, None))
            if seat in days.turns and days.turns[seat].since >= off.since:
                notify(tx, seat, kind_of_turn(tx), days.turns[seat].entry)


def remind(tx: Transaction, days: DayClocks, seat: int) -> None:
    """Once in a turn; whoever has the table open then sees it there."""
    turn = days.turns[seat].entry
    if tx.session.reminded.get(seat) != turn:
        tx.session.reminded[seat] = turn
        notify(tx, seat, "reminder", turn)


def play_for(tx: Transaction, runner: MatchRunner, seat: int) -> None:
    """As the host chose; the seat of somebody who is here stays his."""
    if tx.state.settings.when_late == "seat" and not tx.session.here[seat]:
        tx.log(entries.TookOver(seat))
    else:
        runner.ask_stand_in(tx, seat)


def is_waited_for(tx: Transaction, seat: int) -> bool:
    """A person decides there."""
    return tx.state.chairs[seat].played_by is None


# Notices, and what is stored with the entries


def has_opened(tx: Transaction, seat: int) -> None:
    """Whoever looks at the table needs no notice."""
    days = tx.state.days
    if days is not None and seat in days.turns:
        changes_of(tx).settled.append(seat)


def has_closed(tx: Transaction, seat: int) -> None:
    """A device that fell asleep seems to be here until its line is missed: what began meanwhile it has not shown."""
    days = tx.state.days
    turn = None if days is None else days.turns.get(seat)
    if turn is not None and tx.now - turn.since < UNSEEN_MS and tx.session.notified.get(seat) != turn.entry:
        notify(tx, seat, kind_of_turn(tx), turn.entry)


def settle(tx: Transaction) -> None:
    """At the end of a call: whose turn has begun or ended, and what the store is to know."""
    session, days = tx.session, tx.state.days
    assert days is not None
    out = changes_of(tx)
    if tx.out.entries:
        tx.show_table()  # by when whoever is to act must have done so
        note_entries(tx, days, out)
    turns = {seat: turn.entry for seat, turn in days.turns.items()}
    out.settled += [seat for seat, turn in session.waited_for.items() if turns.get(seat) != turn]
    session.waited_for = turns
    out.wake_at = min(due_times(session), default=None)
    has_changed = out.wake_at != session.stored_wake or out.notices or out.settled or out.freed
    session.stored_wake = out.wake_at
    if not tx.out.entries and not has_changed:
        tx.out.days = None


def note_entries(tx: Transaction, days: DayClocks, out: DaysOutcome) -> None:
    first = tx.out.entries[0][0]
    mover = None
    for seq, entry in tx.out.entries:
        what = entry.what
        if isinstance(what, entries.Played):
            mover = what.seat
        elif isinstance(what, VACATES):
            out.freed.append(what.seat)
        elif isinstance(what, entries.OnHoliday) and what.until is not None:
            out.settled.append(what.seat)
        elif isinstance(what, ENDS):
            for seat in tx.state.humans:
                notify(tx, seat, "over", seq, mover)
    for seat, turn in days.turns.items():
        if turn.entry >= first:
            notify(tx, seat, kind_of_turn(tx), turn.entry, mover)


def notify(tx: Transaction, seat: int, kind: NoticeKind, turn: int, by: int | None = None) -> None:
    """A person who has the table open nowhere, and is not on holiday."""
    chair, days = tx.state.chairs[seat], tx.state.days
    assert days is not None
    if chair.kind == "human" and not chair.away and not tx.session.here[seat] and seat not in days.holidays:
        tx.session.notified[seat] = turn
        changes_of(tx).notices.append(TurnNotice(seat, kind, turn, by))


def kind_of_turn(tx: Transaction) -> NoticeKind:
    return "start" if tx.state.is_starting else "turn"


def changes_of(tx: Transaction) -> DaysOutcome:
    if tx.out.days is None:
        tx.out.days = DaysOutcome()
    return tx.out.days
