"""From the host's word to the first card: every person's client adds its entropy to the dice (docs/fairness.md)."""

from spieltisch.table import commands, entries, fairness
from spieltisch.table.refusals import NotDone
from spieltisch.table.session import START_MS
from spieltisch.table.state import TableState
from spieltisch.table.transaction import Transaction


def start(tx: Transaction, seat: int, command: commands.Start) -> None:
    state = tx.state
    if state.host != seat:
        raise NotDone("only_host")
    if state.stage not in ("open", "over"):
        raise NotDone("not_while_playing")
    if any(chair.kind == "empty" for chair in state.chairs):
        raise NotDone("chairs_empty")
    absent = [state.chairs[human].name for human in state.humans if not tx.session.here[human]]
    if absent and state.days is None:
        raise NotDone("not_all_here", names=", ".join(absent))
    if not is_still_possible(state):
        raise NotDone("outdated_table")
    tx.log(entries.Asked(state.game.rules_version, fairness.VERSION))
    tx.session.start_by = tx.now + START_MS


def is_still_possible(state: TableState) -> bool:
    """The game may have changed since the table was opened."""
    try:
        state.game.check_seats(len(state.chairs))
        state.game.check_options(state.options)
    except ValueError:
        return False
    return True


def take_hash(tx: Transaction, seat: int, command: commands.Hash) -> None:
    state = tx.state
    if state.stage != "hashing" or seat in state.hashes or state.dice != fairness.VERSION:
        raise NotDone("no_start")
    tx.write(entries.Hashed(seat, bytes.fromhex(command.hash)))
    if len(state.hashes) == len(state.humans):
        tx.session.start_by = tx.now + START_MS
        tx.show_table()


def take_reveal(tx: Transaction, seat: int, command: commands.Reveal) -> None:
    state = tx.state
    if state.stage != "revealing" or seat in state.entropies:
        raise NotDone("not_time_to_reveal" if state.stage == "hashing" else "no_start")
    entropy, committed = bytes.fromhex(command.entropy), fairness.commitment(state.secret)
    if fairness.entropy_hash(committed, seat, entropy) != state.hashes[seat]:
        raise NotDone("wrong_reveal")
    if bytes.fromhex(command.start) != state.start_digest:
        raise NotDone("wrong_start")
    tx.write(entries.Revealed(seat, entropy))
    if len(state.entropies) == len(state.humans):
        tx.log(entries.Began(state.begin()))
        tx.show_match(*tx.watchers)


def cancel_start(tx: Transaction, missing: list[int]) -> None:
    """Visibly, and with a new secret: nobody can try dice until they please."""
    tx.log(entries.Cancelled(missing))
    tx.log(entries.Committed(tx.session.new_secret()))


def cancel_if_late(tx: Transaction) -> None:
    """For want of answers."""
    if tx.state.is_starting and tx.session.start_by <= tx.now:
        answered = tx.state.hashes if tx.state.stage == "hashing" else tx.state.entropies
        cancel_start(tx, [seat for seat in tx.state.humans if seat not in answered])
