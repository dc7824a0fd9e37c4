"""Sitting down, standing up, and who is the host."""

from collections.abc import Mapping
from typing import Literal

from spieltisch.kernel import Game, Race
from spieltisch.table import commands, entries, messages, names
from spieltisch.table.refusals import NotDone
from spieltisch.table.session import key_of
from spieltisch.table.starting import cancel_start
from spieltisch.table.state import PICTURES, Chair
from spieltisch.table.transaction import Transaction

COLOURS = 8


def sit(tx: Transaction, connection: int, command: commands.Sit) -> int:
    """On an empty chair, or a bot's. (While a match is played: asking.py.)"""
    watcher = tx.watchers[connection]
    if watcher.key is None:
        raise NotDone("token_void")
    seat = free_chair(tx, command.seat)
    name = checked_name(tx, command.name, seat)
    let_in(tx, seat, watcher.key)
    tx.sit_down(seat)
    colour, picture = free_colour(tx, command.colour, seat), free_picture(tx, command.picture, seat, name)
    tx.log(entries.Sat(seat, name, colour, watcher.key, picture))
    find_host(tx)
    return seat


def rename(tx: Transaction, seat: int, command: commands.Rename) -> None:
    """In a match everybody keeps the name by which it began."""
    require_rest(tx)
    name = checked_name(tx, command.name, seat)
    chair = tx.state.chairs[seat]
    colour = chair.colour if command.colour is None else free_colour(tx, command.colour, seat)
    picture = chair.picture if command.picture is None else free_picture(tx, command.picture, seat, name)
    tx.log(entries.Renamed(seat, name, colour, picture))


def free_chair(tx: Transaction, wanted: int | None) -> int:
    """Bots make room for people: where no chair is empty, or where somebody wants theirs."""
    if tx.state.is_starting:
        raise NotDone("starting")
    free = [seat for kind in ("empty", "bot") for seat, chair in enumerate(tx.state.chairs) if chair.kind == kind]
    if wanted is None and not free:
        raise NotDone("no_chair")
    if wanted is not None and wanted not in free:
        raise NotDone("chair_taken" if wanted < len(tx.state.chairs) else "no_such_chair")
    return free[0] if wanted is None else wanted


def checked_name(tx: Transaction, wanted: str, seat: int) -> str:
    name = names.clean(wanted)
    flaw = names.flaw(name)
    if flaw is not None:
        raise NotDone(flaw)
    if tx.state.settings.public and name not in names.LISTED:
        raise NotDone("name_not_listed")
    other = names.like(name, names_of(tx, besides=seat))
    if other is not None:
        raise NotDone("name_taken", other=other)
    return name


def names_of(tx: Transaction, besides: int) -> list[str]:
    return [chair.name for seat, chair in enumerate(tx.state.chairs) if chair.kind != "empty" and seat != besides]


def free_colour(tx: Transaction, wanted: int | None, seat: int) -> int:
    """The one wished for, if nobody has it; else the first that is free."""
    others = [chair.colour for at, chair in enumerate(tx.state.chairs) if chair.kind != "empty" and at != seat]
    free = [colour for colour in range(COLOURS) if colour not in others]
    return wanted if wanted in free else free[0]


def free_picture(tx: Transaction, wanted: int | None, seat: int, name: str) -> int:
    """The one wished for, if nobody has it; else one that goes with the name."""
    others = [chair.picture for at, chair in enumerate(tx.state.chairs) if chair.kind != "empty" and at != seat]
    first = sum(name.encode()) if wanted is None else wanted
    return next(picture for step in range(PICTURES) if (picture := (first + step) % PICTURES) not in others)


def leave(tx: Transaction, seat: int, command: commands.Leave) -> None:
    stand_up(tx, seat)


def remove(tx: Transaction, seat: int, command: commands.Remove) -> None:
    require_host(tx, seat)
    if command.seat == seat:
        raise NotDone("not_yourself")
    if chair_at(tx, command.seat).kind == "empty":
        raise NotDone("nobody_there")
    if tx.state.stage == "playing" and chair_at(tx, command.seat).kind == "bot":
        raise NotDone("not_while_playing")
    stand_up(tx, command.seat, removed=True)


def stand_up(tx: Transaction, seat: int, removed: bool = False) -> None:
    """The token is void. In a match a bot plays on; where no person is left, the match ends."""
    if tx.state.is_starting:
        cancel_start(tx, [seat])
    void_token(tx, seat)
    tx.session.gone_at.pop(seat, None)
    tx.log(entries.Stood(seat, removed))
    find_host(tx)
    if tx.state.stage == "playing" and not tx.state.humans:
        abort_match(tx)


def abort_match(tx: Transaction, why: Literal["host", "rules"] = "host") -> None:
    tx.log(entries.Aborted(why))
    tx.log(entries.Committed(tx.session.new_secret()))


def delete(tx: Transaction, seat: int, command: commands.Delete) -> None:
    """At any time, and nobody else is asked."""
    require_host(tx, seat)
    tx.out.deleted = True
    tx.answer()
    tx.tell_all(messages.Deleted())


def seat_bot(tx: Transaction, seat: int, command: commands.SeatBot) -> None:
    require_host(tx, seat)
    require_rest(tx)
    if chair_at(tx, command.seat).kind == "human":
        raise NotDone("chair_taken")
    if command.level not in tx.session.levels:
        raise NotDone("no_such_level", levels=", ".join(tx.session.levels))
    chair = chair_at(tx, command.seat)
    name = chair.name if chair.kind == "bot" else names.first_free(names_of(tx, besides=command.seat))
    looks = free_colour(tx, None, command.seat), command.level, free_picture(tx, None, command.seat, name)
    tx.log(entries.BotSat(command.seat, name, *looks))


def choose(tx: Transaction, seat: int, command: commands.Choose) -> None:
    """Only values that the game lists: what a host brings in a file is chosen when the table is opened."""
    require_host(tx, seat)
    require_rest(tx)
    game = tx.state.game
    for option, value in command.options.items():
        if value not in game.options.get(option, ()):
            raise NotDone("no_such_option")
    try:
        options = game.check_options({**tx.state.options, **command.options})
    except ValueError:
        raise NotDone("no_such_option") from None
    if tx.state.days is not None and is_race(game, options):
        raise NotDone("race_by_days")
    if options != tx.state.options:
        tx.log(entries.Chosen(options))


def is_race(game: Game, options: Mapping[str, str]) -> bool:
    race = game.extra(Race)
    return race is not None and race.is_on(options)


def hand_over(tx: Transaction, seat: int, command: commands.Host) -> None:
    require_host(tx, seat)
    if chair_at(tx, command.seat).kind != "human":
        raise NotDone("not_a_person")
    tx.log(entries.Hosts(command.seat))


def move_device(tx: Transaction, seat: int, command: commands.MoveToDevice) -> None:
    """From now on the other device's token opens the seat; connections with the old one only watch."""
    key = key_of(command.token)
    if tx.session.seat_of(key) is not None:
        raise NotDone("already_seated")
    if tx.state.stage == "playing" and tx.state.held.get(key, seat) != seat:
        raise NotDone("has_played")
    void_token(tx, seat)
    tx.log(entries.Rekeyed(seat, key))
    let_in(tx, seat, key)
    if not tx.session.here[seat]:
        tx.session.gone_at[seat] = tx.now


def let_in(tx: Transaction, seat: int, key: bytes) -> None:
    """Every window with this key is at the seat: one token never opens two."""
    for connection, watcher in tx.watchers.items():
        if watcher.key == key:
            watcher.seat = seat
            tx.show_match(connection)
    tx.session.note_readers()


def void_token(tx: Transaction, seat: int) -> None:
    """Whoever had it only watches from now on."""
    for connection, watcher in tx.watchers.items():
        if watcher.seat == seat:
            watcher.seat = watcher.key = None
            tx.show_match(connection)
    tx.session.note_readers()


def require_rest(tx: Transaction) -> None:
    if tx.state.stage not in ("open", "over"):
        raise NotDone("not_while_playing")


def require_host(tx: Transaction, seat: int) -> None:
    if tx.state.host != seat:
        raise NotDone("only_host")


def chair_at(tx: Transaction, seat: int) -> Chair:
    if seat >= len(tx.state.chairs):
        raise NotDone("no_such_chair")
    return tx.state.chairs[seat]


def find_host(tx: Transaction) -> None:
    """If there is none: the longest-seated person, and one who is here before one who is not."""
    humans = tx.state.humans
    if tx.state.host is None and humans:
        here = tx.session.here
        tx.log(entries.Hosts(min(humans, key=lambda seat: (not here[seat], tx.state.chairs[seat].since))))


def host_is_gone_at(tx: Transaction) -> int | None:
    """When hosting passes on: if somebody else is here by then. By days nobody need be."""
    host = tx.state.host
    if host is None or tx.state.days is not None or host not in tx.session.gone_at or not any(tx.session.here):
        return None
    return tx.session.gone_at[host] + 1000 * tx.state.settings.grace_s


def pass_hosting_on(tx: Transaction) -> None:
    here = [seat for seat in tx.state.humans if tx.session.here[seat]]
    tx.log(entries.Hosts(min(here, key=lambda seat: tx.state.chairs[seat].since)))
