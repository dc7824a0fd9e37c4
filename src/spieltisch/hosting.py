"""The commands of those who keep a server or check one: bot, verify, backup, restore, check, copy, trash."""

import argparse
import asyncio
import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TypeVar

from msgspec import DecodeError, ValidationError, json
from rich.console import Console
from rich.progress import Progress

import spieltisch as st
from spieltisch.bots import BOTS, Bot
from spieltisch.client import Client, NotTaken, TableConnection, server_and_table
from spieltisch.games import game_named
from spieltisch.kernel.errors import shown
from spieltisch.match_files import read_document
from spieltisch.serving import run_loop
from spieltisch.store import (
    Examined,
    Location,
    Trashed,
    back_up,
    bring_back,
    copy_store,
    examine,
    is_database,
    location_named,
    shown_location,
    trash_of,
)
from spieltisch.store import restore as restore_file
from spieltisch.store.locations import driver
from spieltisch.table import Opened, replay
from spieltisch.table.entries import from_bytes
from spieltisch.table.fairness import Contribution, Distrust, Note, Notes, TooSoon

DATA = "spieltisch.db"
ALL = "all"

T = TypeVar("T")


# bot


def add_bot(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=run_bot)
    parser.add_argument("--join", required=True, metavar="LINK", help="the table's link")
    parser.add_argument("--level", default="careful", choices=BOTS, help="%(choices)s (%(default)s)")
    parser.add_argument("--name", default="Robo", help="its name at the table (%(default)s)")
    parser.add_argument("--seed", type=int, help="the same seed, seeing the same, does the same")
    parser.add_argument("--notes", type=Path, metavar="FILE", help="keep what `verify --noted` needs in this file")


def run_bot(args: argparse.Namespace) -> int:
    server, table = server_and_table(args.join)
    try:
        client = Client(server, contribution(args.notes))
        run_loop(play_at(client, table, args.name, st.bot(args.level, args.seed)))
    except NotTaken as refused:
        raise ValueError(refused) from None
    except KeyboardInterrupt:
        return 130
    return 0


def contribution(file: Path | None) -> Contribution:
    """Whose notes are on the disk before anything is sent."""
    if file is None:
        return Contribution()
    return Contribution(read_notes(file) if file.exists() else [], partial(write_notes, file))


def write_notes(file: Path, notes: Sequence[Note]) -> None:
    """All of them or those of before. What cannot be noted is not sent."""
    unfinished = file.with_name(file.name + ".unfinished")
    try:
        with unfinished.open("wb") as out:
            out.write(json.encode(Notes("spieltisch notes", list(notes))))
            out.flush()
            os.fsync(out.fileno())
        unfinished.replace(file)
    except OSError as error:
        raise Distrust(f"its notes cannot be written to {file}: {error.strerror}") from None


async def play_at(client: Client, table: str, name: str, bot: Bot) -> None:
    """Until somebody sends it away, or Ctrl-C."""
    async with client, client.join(table, name) as line:
        if line.you is None:
            print(f"{name} has asked for a bot's chair and waits for the host's yes. Ctrl-C takes it back.", flush=True)
            await line.admitted()
        print(f"{name} sits at the table. Ctrl-C sends it home.", flush=True)
        while line.you is not None:
            await line.until(lambda: line.moves or line.you is None or distrusts(line))
            if distrusts(line):
                raise ValueError(f"{name} leaves: {line.distrust}")
            if line.moves:
                await play_once(line, bot)


def distrusts(line: TableConnection) -> bool:
    return line.distrust is not None and not isinstance(line.distrust, TooSoon)


async def play_once(line: TableConnection, bot: Bot) -> None:
    """Its move, unless something happens while it thinks."""
    seq, began = line.seq, monotonic()
    move, think_ms = await asyncio.to_thread(bot.choose, line.seen())
    if not line.table.paused:
        await asyncio.sleep(began + think_ms / 1000 - monotonic())  # how long it reckoned is not to be seen
    if line.seq == seq and line.moves:
        try:
            await line.play(move)
        except NotTaken:
            await line.until(lambda: line.seq > seq)  # paused, or somebody was quicker


# verify


def add_verify(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=verify)
    parser.add_argument("file", type=Path, metavar="FILE", help="a finished match, as downloaded")
    parser.add_argument("--noted", type=Path, metavar="NOTES", help="what your own device noted before the match")


def verify(args: argparse.Namespace) -> int:
    document = read_document(args.file)
    notes = None if args.noted is None else read_notes(args.noted)
    try:
        checked = replay.verify(document, game_named)
        noted = None if notes is None else replay.check_noted(document, notes, game_named)
    except replay.Wrong as wrong:
        print(f"NOT in order ({wrong.check}): {wrong}")
        return 1
    for line in in_words(document, checked, noted):
        print(line)
    return 0 if checked.by_rules else 2


def in_words(document: replay.Document, checked: replay.Checked, noted: replay.Noted | None) -> Iterator[str]:
    """What was found to be in order, and what was not checked."""
    found = "In order" if checked.by_rules else "Dice in order, moves not checked"
    yield f"{found}: match {document.number} of table {document.table}, {document.game}, {len(document.names)} seats."
    yield f"- the secret is the one committed to: {document.commitment}"
    if checked.people:
        yield f"- {checked.people} people added their entropy, each as announced"
    else:
        yield "- server's dice: no person added entropy"
    yield f"- all {checked.draws} draws of Chance follow from secret, entropies and weights"
    if checked.by_rules:
        yield f"- all {checked.moves} moves, all weights and the result are as the rules say (version {document.rules})"
    else:
        yield f"- version {document.rules} of the rules is known no longer: moves and result were NOT checked."
        yield "  An older release of Spieltisch that knows it can do that: CHANGELOG.md says which."
    if noted is None:
        yield "- not checked: whether it is the match you played. Give your own notes with --noted (docs/fairness.md)"
        return
    yield f"- it is the match that your device noted before it began ({noted.seats} of its seats yours)"
    if noted.rows:
        yield f"- the first {noted.rows} of its {len(document.log)} moves and draws are what your device was told then"
    else:
        yield "- not checked: whether its moves are what your device was told; it has noted none of them"
    if noted.unplayed:
        yield f"- before it your device revealed for {noted.unplayed} starts that were never played: ask why"


def read_notes(file: Path) -> list[Note]:
    try:
        return json.decode(file.read_bytes(), type=Notes).notes
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from None
    except (DecodeError, ValidationError, RecursionError, UnicodeError) as error:
        raise ValueError(f"{file} holds no notes: {error}") from None


# backup, restore


def add_backup(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=backup)
    parser.add_argument("to", type=Path, metavar="BACKUP", help="a new file")
    parser.add_argument(
        "--data", type=location_named, default=DATA, metavar="FILE", help="the server's file (%(default)s)"
    )


def backup(args: argparse.Namespace) -> int:
    back_up(in_file(args.data, "pg_dump --format=custom --file=BACKUP ADDRESS"), args.to)
    print(f"{args.to} holds everything that {args.data} held.")
    return 0


def add_restore(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=restore)
    parser.add_argument("backup", type=Path, metavar="BACKUP")
    parser.add_argument("--data", type=location_named, default=DATA, metavar="FILE", help="a new file (%(default)s)")


def restore(args: argparse.Namespace) -> int:
    missing = restore_file(args.backup, in_file(args.data, "pg_restore --dbname=ADDRESS BACKUP, into an empty one"))
    if missing is not None:
        print(f"{args.backup} is not whole: {missing}. {args.data} has what could still be read.")
    print(f"{args.data} is ready: spieltisch serve --data {args.data}")
    return 0


def in_file(place: Location, tool: str) -> Path:
    """A database has tools of its own for it."""
    if is_database(place):
        raise ValueError(f"{shown_location(place)} is no file. PostgreSQL's own tools do that: {tool} (docs/server.md)")
    return Path(place)


# check


def add_check(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=check)
    parser.add_argument(
        "file", type=location_named, metavar="FILE", help="a server's file, or a backup; it is not changed"
    )


def check(args: argparse.Namespace) -> int:
    file = in_file(args.file, "pg_amcheck --install-missing DATABASE")
    found = examine(file)
    for line in examined_in_words(file, found):
        print(line)
    return 1 if found.bad or found.notes else 0


def examined_in_words(file: Path, found: Examined) -> Iterator[str]:
    whole = found.tables - len(found.bad)
    yield f"{file}: file version {found.version}, {whole} of {found.tables} tables in order, {found.entries} entries."
    if found.running:
        yield "- a server runs on it"
    if found.was_killed:
        yield f"- its server was killed, or the power went: what was left in {file}-wal is whole, and counts"
    for number, why in found.bad.items():
        yield f"- table number {number} is damaged: {why}. It is closed to its players; a backup may have it whole"
    for note in found.notes:
        yield f"- {note}"


# copy


def add_copy(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=copy)
    parser.add_argument(
        "source", type=location_named, metavar="FROM", help="a file or postgresql://…; it is not changed"
    )
    parser.add_argument(
        "target", type=location_named, metavar="TO", help="a new file, or postgresql://… without tables"
    )


def copy(args: argparse.Namespace) -> int:
    """No server may run on either."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Copying tables", total=None)
        copied = run_loop(
            copy_store(args.source, args.target, lambda done, total: progress.update(task, completed=done, total=total))
        )
    print(f"Copied {copied.tables:,} tables, {copied.entries:,} entries, all checked.")
    for number, why in copied.left_out:
        print(f"- table number {number} was left out, as it is damaged: {why}")
    return 1 if copied.left_out else 0


# trash


def add_trash(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=trash)
    parser.add_argument("--data", type=location_named, default=DATA, metavar="DATA", help="the server's (%(default)s)")
    parser.add_argument("--restore", metavar="ID", help=f"bring this table back, or {ALL}; also while the server runs")


def trash(args: argparse.Namespace) -> int:
    if args.restore is None:
        list_trash(args.data)
    else:
        bring_tables_back(args.data, args.restore)
    return 0


def list_trash(data: Location) -> None:
    tables = trash_at(data)
    if not tables:
        print(f"Nothing is set aside in {shown_location(data)}.")
        return
    for table in tables:
        since, left = in_days(table.days), in_days(table.days_left)
        print(f"{table.id}  {game_of(table.opened)}, set aside {since} ago, deleted for good in {left}")
    print(f"These are days in which the server runs. --restore=ID brings a table back, --restore={ALL} all of them.")


def game_of(opened: bytes) -> str:
    try:
        what = from_bytes(opened).what
    except (DecodeError, UnicodeError):
        what = None
    return what.game if isinstance(what, Opened) else "damaged"


def in_days(days: float) -> str:
    return "less than a day" if days < 1 else "1 day" if days < 2 else f"{int(days)} days"


def bring_tables_back(data: Location, table: str) -> None:
    back, name = brought_back(data, None if table == ALL else table), shown_location(data)
    if not back and table != ALL:
        raise ValueError(f"no table {shown(table)} is set aside in {name}; without --restore all that are get listed")
    print(f"{back} brought back. Their time begins anew." if back else f"Nothing is set aside in {name}.")


def trash_at(data: Location) -> list[Trashed]:
    if not is_database(data):
        return trash_of(Path(data))
    with driver():
        from spieltisch.store.trash_postgres import trash_in

    return run_loop(trash_in(str(data)))


def brought_back(data: Location, table: str | None) -> int:
    if not is_database(data):
        return bring_back(Path(data), table)
    with driver():
        from spieltisch.store.trash_postgres import bring_back_in

    return run_loop(bring_back_in(str(data), table))
