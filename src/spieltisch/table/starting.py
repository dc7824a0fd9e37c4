"""From the host's word to the first card: every person's client adds its entropy to the dice (docs/fairness.md)."""

from spieltisch.table import commands, entries, fairness
from spieltisch.table.desk import START_MS, Desk
from spieltisch.table.refusals import NotDone
from spieltisch.table.state import State


def start(desk: Desk, seat: int, command: commands.Start) -> None:
    state = desk.state
    if state.host != seat:
        raise NotDone("only_host")
    if state.stage not in ("open", "over"):
        raise NotDone("not_while_playing")
    if any(chair.kind == "empty" for chair in state.chairs):
        raise NotDone("chairs_empty")
    absent = [state.chairs[human].name for human in state.humans if not desk.here[human]]
    if absent:
        raise NotDone("not_all_here", names=", ".join(absent))
    if not is_still_possible(state):
        raise NotDone("outdated_table")
    desk.log(entries.Asked(state.game.rules_version, fairness.VERSION))
    desk.start_by = desk.now + START_MS


def is_still_possible(state: State) -> bool:
    """The game may have changed since the table was opened."""
    try:
        state.game.check_seats(len(state.chairs))
        state.game.check_options(state.options)
    except ValueError:
        return False
    return True


def take_hash(desk: Desk, seat: int, command: commands.Hash) -> None:
    state = desk.state
    if state.stage != "hashing" or seat in state.hashes or state.dice != fairness.VERSION:
        raise NotDone("no_start")
    desk.write(entries.Hashed(seat, bytes.fromhex(command.hash)))
    if len(state.hashes) == len(state.humans):
        desk.start_by = desk.now + START_MS
        desk.show_table()


def take_reveal(desk: Desk, seat: int, command: commands.Reveal) -> None:
    state = desk.state
    if state.stage != "revealing" or seat in state.entropies:
        raise NotDone("not_time_to_reveal" if state.stage == "hashing" else "no_start")
    entropy, committed = bytes.fromhex(command.entropy), fairness.commitment(state.secret)
    if fairness.entropy_hash(committed, seat, entropy) != state.hashes[seat]:
        raise NotDone("wrong_reveal")
    if bytes.fromhex(command.start) != state.start.digest():
        raise NotDone("wrong_start")
    desk.write(entries.Revealed(seat, entropy))
    if len(state.entropies) == len(state.humans):
        desk.log(entries.Began(state.begin()))
        desk.show_match(*desk.watchers)


def cancel_start(desk: Desk, missing: list[int]) -> None:
    """Visibly, and with a new secret: nobody can try dice until they please."""
    desk.log(entries.Cancelled(missing))
    desk.log(entries.Committed(desk.new_secret()))


def late_at(desk: Desk) -> int | None:
    """When the start is cancelled for want of answers."""
    return desk.start_by if desk.state.stage in ("hashing", "revealing") else None


def cancel_if_late(desk: Desk) -> None:
    due = late_at(desk)
    if due is not None and due <= desk.now:
        answered = desk.state.hashes if desk.state.stage == "hashing" else desk.state.entropies
        cancel_start(desk, [seat for seat in desk.state.humans if seat not in answered])
