"""Asking for a bot's chair while a match is played: whoever gets it sees a hand, so the host decides and all see it."""

from spieltisch.table import commands, entries, messages, names
from spieltisch.table.desk import ChairRequest, Desk
from spieltisch.table.refusals import NotDone
from spieltisch.table.seating import chair_at, checked_name, free_colour, let_in, require_host

MOST_REQUESTS = 4  # that stand at a time


def ask(desk: Desk, connection: int, command: commands.Sit) -> None:
    """All see the request; until the host's yes the one who asks is a spectator like any other."""
    key = desk.watchers[connection].key
    if key is None:
        raise NotDone("token_void")
    mine = desk.request_of(key)
    if mine is not None and mine.id == command.id:  # sent twice
        return
    check_may_ask(desk, key)
    seat = wanted_chair(desk, command.seat)
    asking = messages.Asking(next(desk.request_numbers), new_name(desk, command.name, seat), seat)
    desk.chair_requests.append(ChairRequest(asking, key, command.colour, command.id))
    desk.show_table()


def check_may_ask(desk: Desk, key: bytes) -> None:
    if key in desk.state.held:
        raise NotDone("has_played")
    if key in desk.declined:
        raise NotDone("declined")
    if desk.request_of(key) is not None:
        raise NotDone("already_asked")
    if len(desk.chair_requests) >= MOST_REQUESTS:
        raise NotDone("too_many_ask")


def wanted_chair(desk: Desk, wanted: int | None) -> int:
    """Any: one that nobody has asked for, if there is one."""
    if wanted is not None:
        chair = chair_at(desk, wanted)
        if chair.kind != "bot":
            raise NotDone("chair_taken")
        if chair.closed:
            raise NotDone("chair_closed")
        return wanted
    free = [seat for seat, chair in enumerate(desk.state.chairs) if chair.kind == "bot" and not chair.closed]
    if not free:
        raise NotDone("no_chair")
    asked_for = {request.asking.seat for request in desk.chair_requests}
    return min(free, key=lambda seat: (seat in asked_for, seat))


def new_name(desk: Desk, wanted: str, seat: int) -> str:
    """Nobody is taken for somebody who sat here in this match, or who asks as well."""
    name = checked_name(desk, wanted, seat)
    if names.is_taken(name, [*desk.state.names, *(request.asking.name for request in desk.chair_requests)]):
        raise NotDone("name_was_taken", name=name)
    return name


def withdraw(desk: Desk, connection: int) -> None:
    mine = desk.request_of(desk.watchers[connection].key)
    if mine is None:
        raise NotDone("not_seated")
    drop(desk, mine)


def answer(desk: Desk, host: int, command: commands.Admit) -> int | None:
    """The host's → the chair that was given away, if it was."""
    require_host(desk, host)
    found = [request for request in desk.chair_requests if request.asking.request == command.request]
    if not found:
        raise NotDone("no_request")
    (request,) = found
    drop(desk, request)
    if command.yes:
        return admit(desk, request)
    desk.declined.add(request.key)
    decline(desk, request, "declined")
    return None


def admit(desk: Desk, request: ChairRequest) -> int:
    """Logged as the host's doing. Whoever asked for the same chair is told that it is gone."""
    seat = request.asking.seat
    let_in(desk, seat, request.key)
    desk.log(entries.Sat(seat, request.asking.name, free_colour(desk, request.colour, seat), request.key))
    for other in [other for other in desk.chair_requests if other.asking.seat == seat]:
        drop(desk, other)
        decline(desk, other, "chair_taken")
    return seat


def drop(desk: Desk, request: ChairRequest) -> None:
    desk.chair_requests.remove(request)
    desk.show_table()


def decline(desk: Desk, request: ChairRequest, reason: str) -> None:
    message = messages.encode(messages.Declined(reason, dict(NotDone(reason).refusal.words)))
    for connection, watcher in desk.watchers.items():
        if watcher.key == request.key:
            desk.tell(connection, message)


def lapse(desk: Desk) -> None:
    """Requests end with the match, with the last window of whoever asks, and where a seat has moved to him."""
    is_played = desk.state.stage == "playing"
    if not is_played:
        desk.declined.clear()
    for request in list(desk.chair_requests):
        if not is_played or not looks_on(desk, request.key):
            drop(desk, request)


def looks_on(desk: Desk, key: bytes) -> bool:
    return any(watcher.key == key and watcher.seat is None for watcher in desk.watchers.values())
