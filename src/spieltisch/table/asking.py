"""Asking for a bot's chair while a match is played: whoever gets it sees a hand, so the host decides and all see it."""

from spieltisch.table import commands, entries, messages, names
from spieltisch.table.refusals import NotDone
from spieltisch.table.seating import chair_at, checked_name, free_colour, free_picture, let_in, require_host
from spieltisch.table.session import ChairRequest
from spieltisch.table.transaction import Transaction

MOST_REQUESTS = 4  # that stand at a time


def ask(tx: Transaction, connection: int, command: commands.Sit) -> None:
    """All see the request; until the host's yes the one who asks is a spectator like any other."""
    key = tx.watchers[connection].key
    if key is None:
        raise NotDone("token_void")
    mine = tx.session.request_of(key)
    if mine is not None and mine.id == command.id:  # sent twice
        return
    check_may_ask(tx, key)
    seat = wanted_chair(tx, command.seat)
    asking = messages.Asking(next(tx.session.request_numbers), new_name(tx, command.name, seat), seat)
    tx.session.chair_requests.append(ChairRequest(asking, key, command.colour, command.picture, command.id))
    tx.show_table()


def check_may_ask(tx: Transaction, key: bytes) -> None:
    if key in tx.state.held:
        raise NotDone("has_played")
    if key in tx.session.declined:
        raise NotDone("declined")
    if tx.session.request_of(key) is not None:
        raise NotDone("already_asked")
    if len(tx.session.chair_requests) >= MOST_REQUESTS:
        raise NotDone("too_many_ask")


def wanted_chair(tx: Transaction, wanted: int | None) -> int:
    """Any: one that nobody has asked for, if there is one."""
    if wanted is not None:
        chair = chair_at(tx, wanted)
        if chair.kind != "bot":
            raise NotDone("chair_taken")
        if chair.closed:
            raise NotDone("chair_closed")
        return wanted
    free = [seat for seat, chair in enumerate(tx.state.chairs) if chair.kind == "bot" and not chair.closed]
    if not free:
        raise NotDone("no_chair")
    asked_for = {request.asking.seat for request in tx.session.chair_requests}
    return min(free, key=lambda seat: (seat in asked_for, seat))


def new_name(tx: Transaction, wanted: str, seat: int) -> str:
    """Nobody is taken for somebody who sat here in this match, or who asks as well."""
    name = checked_name(tx, wanted, seat)
    other = names.like(name, [*tx.state.names, *(request.asking.name for request in tx.session.chair_requests)])
    if other is not None:
        raise NotDone("name_was_taken", other=other)
    return name


def withdraw(tx: Transaction, connection: int) -> None:
    mine = tx.session.request_of(tx.watchers[connection].key)
    if mine is None:
        raise NotDone("not_seated")
    drop(tx, mine)


def answer(tx: Transaction, host: int, command: commands.Admit) -> int | None:
    """The host's → the chair that was given away, if it was."""
    require_host(tx, host)
    found = [request for request in tx.session.chair_requests if request.asking.request == command.request]
    if not found:
        raise NotDone("no_request")
    (request,) = found
    drop(tx, request)
    if command.yes:
        return admit(tx, request)
    tx.session.declined.add(request.key)
    decline(tx, request, "declined")
    return None


def admit(tx: Transaction, request: ChairRequest) -> int:
    """Logged as the host's doing. Whoever asked for the same chair is told that it is gone."""
    seat = request.asking.seat
    let_in(tx, seat, request.key)
    name, colour = request.asking.name, free_colour(tx, request.colour, seat)
    tx.log(entries.Sat(seat, name, colour, request.key, free_picture(tx, request.picture, seat, name)))
    for other in [other for other in tx.session.chair_requests if other.asking.seat == seat]:
        drop(tx, other)
        decline(tx, other, "chair_taken")
    return seat


def drop(tx: Transaction, request: ChairRequest) -> None:
    tx.session.chair_requests.remove(request)
    tx.show_table()


def decline(tx: Transaction, request: ChairRequest, reason: str) -> None:
    message = messages.encode(messages.Declined(reason, dict(NotDone(reason).refusal.words)))
    for connection, watcher in tx.watchers.items():
        if watcher.key == request.key:
            tx.tell(connection, message)


def lapse(tx: Transaction) -> None:
    """Requests end with the match, with the last window of whoever asks, and where a seat has moved to him."""
    is_played = tx.state.stage == "playing"
    if not is_played:
        tx.session.declined.clear()
    for request in list(tx.session.chair_requests):
        if not is_played or not looks_on(tx, request.key):
            drop(tx, request)


def looks_on(tx: Transaction, key: bytes) -> bool:
    return any(watcher.key == key and watcher.seat is None for watcher in tx.watchers.values())
