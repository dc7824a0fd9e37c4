"""Sitting down, standing up, and who is the host."""

from typing import Literal

from spieltisch.table import commands, entries, messages, names
from spieltisch.table.desk import Desk, key_of
from spieltisch.table.refusals import NotDone
from spieltisch.table.starting import cancel_start
from spieltisch.table.state import Chair

COLOURS = 8


def sit(desk: Desk, connection: int, command: commands.Sit) -> int:
    """On an empty chair. (While a match is played: asking.py.)"""
    watcher = desk.watchers[connection]
    if watcher.key is None:
        raise NotDone("token_void")
    seat = free_chair(desk, command.seat)
    name = checked_name(desk, command.name, seat)
    let_in(desk, seat, watcher.key)
    desk.begin_command(seat, command.id, connection)
    desk.log(entries.Sat(seat, name, free_colour(desk, command.colour, seat), watcher.key))
    find_host(desk)
    return seat


def free_chair(desk: Desk, wanted: int | None) -> int:
    if desk.state.stage in ("hashing", "revealing"):
        raise NotDone("starting")
    free = [seat for seat, chair in enumerate(desk.state.chairs) if chair.kind == "empty"]
    if wanted is None and not free:
        raise NotDone("no_chair")
    if wanted is not None and wanted not in free:
        raise NotDone("chair_taken" if wanted < len(desk.state.chairs) else "no_such_chair")
    return free[0] if wanted is None else wanted


def checked_name(desk: Desk, wanted: str, seat: int) -> str:
    name = names.clean(wanted)
    if not names.plain(name):
        raise NotDone("bad_name")
    if desk.state.settings.public and name not in names.LISTED:
        raise NotDone("name_not_listed")
    if names.is_taken(name, names_of(desk, besides=seat)):
        raise NotDone("name_taken", name=name)
    return name


def names_of(desk: Desk, besides: int) -> list[str]:
    return [chair.name for seat, chair in enumerate(desk.state.chairs) if chair.kind != "empty" and seat != besides]


def free_colour(desk: Desk, wanted: int | None, seat: int) -> int:
    """The one wished for, if nobody has it; else the first that is free."""
    others = [chair.colour for at, chair in enumerate(desk.state.chairs) if chair.kind != "empty" and at != seat]
    free = [colour for colour in range(COLOURS) if colour not in others]
    return wanted if wanted in free else free[0]


def leave(desk: Desk, seat: int, command: commands.Leave) -> None:
    stand_up(desk, seat)


def remove(desk: Desk, seat: int, command: commands.Remove) -> None:
    require_host(desk, seat)
    if command.seat == seat:
        raise NotDone("not_yourself")
    if chair_at(desk, command.seat).kind == "empty":
        raise NotDone("nobody_there")
    if desk.state.stage == "playing" and chair_at(desk, command.seat).kind == "bot":
        raise NotDone("not_while_playing")
    stand_up(desk, command.seat, removed=True)


def stand_up(desk: Desk, seat: int, removed: bool = False) -> None:
    """The token is void. In a match a bot plays on; where no person is left, the match ends."""
    if desk.state.stage in ("hashing", "revealing"):
        cancel_start(desk, [seat])
    void_token(desk, seat)
    desk.gone_at.pop(seat, None)
    desk.log(entries.Stood(seat, removed))
    find_host(desk)
    if desk.state.stage == "playing" and not desk.state.humans:
        abort_match(desk)


def abort_match(desk: Desk, why: Literal["host", "rules"] = "host") -> None:
    desk.log(entries.Aborted(why))
    desk.log(entries.Committed(desk.new_secret()))


def delete(desk: Desk, seat: int, command: commands.Delete) -> None:
    """At any time, and nobody else is asked."""
    require_host(desk, seat)
    desk.out.deleted = True


def seat_bot(desk: Desk, seat: int, command: commands.SeatBot) -> None:
    require_host(desk, seat)
    if desk.state.stage not in ("open", "over"):
        raise NotDone("not_while_playing")
    if chair_at(desk, command.seat).kind == "human":
        raise NotDone("chair_taken")
    if command.level not in desk.levels:
        raise NotDone("no_such_level", levels=", ".join(desk.levels))
    chair = chair_at(desk, command.seat)
    name = chair.name if chair.kind == "bot" else names.first_free(names_of(desk, besides=command.seat))
    desk.log(entries.BotSat(command.seat, name, free_colour(desk, None, command.seat), command.level))


def hand_over(desk: Desk, seat: int, command: commands.Host) -> None:
    require_host(desk, seat)
    if chair_at(desk, command.seat).kind != "human":
        raise NotDone("not_a_person")
    desk.log(entries.Hosts(command.seat))


def move_device(desk: Desk, seat: int, command: commands.Move) -> None:
    """From now on the other device's token opens the seat; connections with the old one only watch."""
    key = key_of(command.token)
    if desk.seat_of(key) is not None:
        raise NotDone("already_seated")
    if desk.state.stage == "playing" and desk.state.held.get(key, seat) != seat:
        raise NotDone("has_played")
    void_token(desk, seat)
    desk.log(entries.Rekeyed(seat, key))
    let_in(desk, seat, key)
    if not desk.here[seat]:
        desk.gone_at[seat] = desk.now


def let_in(desk: Desk, seat: int, key: bytes) -> None:
    """Every window with this key is at the seat: one token never opens two."""
    for connection, watcher in desk.watchers.items():
        if watcher.key == key:
            watcher.seat = seat
            desk.show_match(connection)


def void_token(desk: Desk, seat: int) -> None:
    """Whoever had it only watches from now on."""
    for connection, watcher in desk.watchers.items():
        if watcher.seat == seat:
            watcher.seat = watcher.key = None
            desk.show_match(connection)


def require_host(desk: Desk, seat: int) -> None:
    if desk.state.host != seat:
        raise NotDone("only_host")


def chair_at(desk: Desk, seat: int) -> Chair:
    if seat >= len(desk.state.chairs):
        raise NotDone("no_such_chair")
    return desk.state.chairs[seat]


def find_host(desk: Desk) -> None:
    """If there is none: the longest-seated person, and one who is here before one who is not."""
    humans = desk.state.humans
    if desk.state.host is None and humans:
        here = desk.here
        desk.log(entries.Hosts(min(humans, key=lambda seat: (not here[seat], desk.state.chairs[seat].since))))


def host_is_gone_at(desk: Desk) -> int | None:
    """When hosting passes on: if somebody else is here by then."""
    host = desk.state.host
    if host is None or host not in desk.gone_at or not any(desk.here):
        return None
    return desk.gone_at[host] + 1000 * desk.state.settings.grace_s


def pass_hosting_on(desk: Desk) -> None:
    here = [seat for seat in desk.state.humans if desk.here[seat]]
    desk.log(entries.Hosts(min(here, key=lambda seat: desk.state.chairs[seat].since)))


def tell_who_is_here(desk: Desk, before: list[bool], besides: int | None = None) -> None:
    if desk.here != before:
        message = messages.encode(messages.Here(desk.here))
        for connection in desk.watchers:
            if connection != besides:
                desk.tell(connection, message)
