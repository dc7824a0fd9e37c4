"""What must hold of a table at any time, whatever has happened at it."""

from dataclasses import asdict

from spieltisch.kernel import Match
from spieltisch.kernel.log import UNDO
from spieltisch.table import Snapshot, TableState, entries, pace
from spieltisch.table.state import Chair
from table.sitting import Sitting, game_named


def of_match(match: Match | None) -> object:
    """Record, log, Chance's place in its stream, and what can be taken back."""
    if match is None:
        return None
    undo = [match.why_not(seat, UNDO) is None for seat in range(match.seats)]
    return match.to_snapshot(), match.rows, match.last.rows.tolist(), undo


def of_state(state: TableState) -> dict[str, object]:
    """Everything that outlives the server."""
    return {
        **{name: getattr(state, name) for name in state.__slots__},
        "match": of_match(state.match),
        "chairs": [{**asdict(chair), "done": list(chair.done), "refused": None} for chair in state.chairs],
        "past": [asdict(past) for past in state.past],
    }


def check_log_is_the_table(sitting: Sitting, snapshot: Snapshot | None) -> None:
    """Folding the log gives the same table to the byte, from the beginning or from a snapshot."""
    assert [seq for seq, _ in sitting.log] == list(range(1, sitting.state.seq + 1))
    folded = TableState.from_log("t1", game_named, sitting.log, snapshot)
    assert of_state(folded) == of_state(sitting.state)
    for chair, again in zip(sitting.state.chairs, folded.chairs, strict=True):
        check_refusals(chair, again)


def check_refusals(chair: Chair, folded: Chair) -> None:
    """The log knows of some, and of those the same; what was refused has not counted."""
    assert not set(chair.refused) & set(chair.done)
    for command in set(chair.refused) & set(folded.refused):
        assert chair.refused[command] == folded.refused[command]


def check_chairs(state: TableState) -> None:
    """One host, who is a person, wherever there are people; nobody has another's key, name or colour."""
    assert state.host in state.humans if state.humans else state.host is None
    taken = [chair for chair in state.chairs if chair.kind != "empty"]
    keys = [chair.key for chair in taken if chair.key is not None]
    for things in (keys, [chair.name for chair in taken], [chair.colour for chair in taken]):
        assert len(set(map(str, things))) == len(things)


def check_log_makes_sense(sitting: Sitting) -> None:
    """Moves are made only between beginning and end, never in a pause, and every match has dice of its own."""
    playing = paused = False
    for _, entry in sitting.log:
        match entry.what:
            case entries.Began():
                playing, paused = True, False
            case entries.Over() | entries.Aborted():
                playing = False
            case entries.Paused():
                paused = True
            case entries.Resumed():
                paused = False
            case entries.Played():
                assert playing
                assert not paused
    secrets = [entry.what.secret for _, entry in sitting.log if isinstance(entry.what, entries.Committed)]
    assert len(set(secrets)) == len(secrets)


def waits_for_something(sitting: Sitting) -> bool:
    """Does something happen by itself if everybody just waits? (Bots that think are not the table's to wait for.)"""
    state = sitting.state
    if state.days is not None:
        asked = {request.seat for request in sitting.requests}
        return not state.paused and any(seat not in asked for seat in state.to_act)
    here = {person.seat for person in sitting.people.values()} - {None}
    if state.stage in ("hashing", "revealing") or (here and state.host is not None and state.host not in here):
        return True
    if state.stage != "playing" or state.paused or not sitting.people:
        return False
    asked = {request.seat for request in sitting.requests}
    waited_for = [seat for seat in sitting.match.actors if state.chairs[seat].played_by is None and seat not in asked]
    gone = [seat for seat in state.humans if seat not in here and not state.chairs[seat].away]
    return bool(gone or (waited_for and state.settings.move_s is not None))


def check_days(sitting: Sitting) -> None:
    """By days: the store says when to wake it; no turn is told of twice; no holiday is longer than two weeks."""
    days = sitting.state.days
    if days is None:
        assert not sitting.notices
        return
    if sitting.state.to_act and not days.paused:
        assert sitting.stored_wake is not None
        assert sitting.wake_at is None or sitting.stored_wake <= max(sitting.wake_at, sitting.now) + pace.BOT_MS
    told = [notice[:3] for notice in sitting.notices[sitting.restarted_at :]]  # after a restart: the same once more
    assert len(set(told)) == len(told)
    for seat in range(len(sitting.state.chairs)):
        assert days.holiday_left(seat, sitting.now) >= 0


def check_wake_up(sitting: Sitting) -> None:
    if waits_for_something(sitting):
        assert sitting.wake_at is not None
    here = {person.seat for person in sitting.people.values()} - {None}
    if sitting.state.stage in ("open", "over") and (sitting.state.host in here or not here):
        assert sitting.wake_at is None
