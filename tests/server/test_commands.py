"""The commands of those who run a server, started for real: bot, verify, backup, restore, serve."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from server.matches import GAME, a_match, play_out, play_some, start, table_with_bots
from server.running import PATIENCE, Server
from server.stored_logs import check_turns, logs_in
from spieltisch import cli, games, hosting
from spieltisch.hosting import play_once
from spieltisch.kernel import Seen

PROGRAM = (sys.executable, "-m", "spieltisch.cli")
LONG = 120  # seconds: a guard against hanging


def run(*args: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *map(str, args)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def refuse(capsys: pytest.CaptureFixture[str], says: str, *args: object) -> None:
    """In one sentence."""
    assert cli.main([str(arg) for arg in args]) == 2
    shown = capsys.readouterr()
    assert says in shown.err
    assert (shown.out, shown.err.count("\n"), shown.err.startswith("spieltisch: ")) == ("", 1, True)


# bot


async def sent_home(bot: asyncio.subprocess.Process) -> str:
    out, _ = await bot.communicate()
    assert bot.returncode == 0
    return out.decode()


@pytest.mark.slow
def test_a_bot_brought_to_a_table_plays_a_whole_match_and_keeps_notes_of_it(server: Server, tmp_path: Path) -> None:
    notes, file = tmp_path / "notes.json", tmp_path / "match.json"

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client:
            table = await client.open(GAME, 2)
            async with client.join(table, "Hanna") as line:
                bot = await asyncio.create_subprocess_exec(
                    *PROGRAM, "bot", "--join", f"{server.url}/t/{table}", "--level", "careful", "--name", "Robo",
                    "--notes", notes,
                    stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
                )  # fmt: skip
                await line.until(lambda: line.table.chairs[1].kind == "human")
                assert line.table.chairs[1].name == "Robo"
                await start(line)
                await play_out(line)
                assert line.table.result is not None
                assert line.token is not None
                file.write_bytes(json.encode(await client.finished(table, line.number, line.token)))
                await line.do("remove", seat=1)
                assert await sent_home(bot) == "Robo sits at the table. Ctrl-C sends it home.\n"

    asyncio.run(main())
    assert all(check_turns(table, log) == 1 for table, log in logs_in(server.data).items())
    assert cli.main(["verify", str(file), "--noted", str(notes)]) == 0


async def bring_bot(server: Server, table: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *PROGRAM, "bot", "--join", f"{server.url}/t/{table}", "--name", "Robo",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("yes", [True, False])
def test_a_bot_brought_to_a_match_waits_for_the_hosts_yes(server: Server, yes: bool) -> None:
    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, table_with_bots(client, seats=2) as line:
            await start(line)
            bot = await bring_bot(server, line.id)
            await line.until(lambda: line.table.asking)
            (asking,) = line.table.asking
            assert (asking.name, asking.seat, line.table.chairs[1].kind) == ("Robo", 1, "bot")
            await line.do("admit", request=asking.request, yes=yes)
            if yes:
                assert line.table.chairs[1].name == "Robo"
                await play_some(line, 3)
                await line.do("abort")
                await line.do("remove", seat=1)
            out, _ = await bot.communicate()
            waits, then = out.decode().splitlines()
            assert waits.startswith("Robo has asked for a bot's chair and waits for the host's yes.")
            assert ("sits at the table" if yes else "The host said no.") in then
            assert bot.returncode == (0 if yes else 2)

    asyncio.run(main())


class Slow:
    """Reckons for an hour by its clock, which is nearly as long as a person would think."""

    def __init__(self) -> None:
        self.now = 1000.0

    def clock(self) -> float:
        return self.now

    def choose(self, seen: Seen) -> tuple[str, int]:
        self.now += HOUR_S
        return seen.game.moves.texts[seen.legal().argmax()], 1000 * HOUR_S + REST_MS


HOUR_S, REST_MS = 3600, 50


def test_how_long_a_bot_reckoned_is_not_to_be_seen(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is left is waited for: else it would be an hour."""
    bot = Slow()
    monkeypatch.setattr(hosting, "monotonic", bot.clock)

    async def main() -> None:
        async with asyncio.timeout(LONG), server.client() as client, table_with_bots(client) as line:
            await start(line)
            await line.until(lambda: line.moves)
            rows, began = len(line.log), time.monotonic()
            await play_once(line, bot)
            assert len(line.log) > rows
            assert time.monotonic() - began >= REST_MS / 1000

    asyncio.run(main())


def test_a_bot_that_finds_no_table_says_so(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    refuse(capsys, "There is no such table.", "bot", "--join", f"{server.url}/t/nowhere")
    refuse(capsys, "a link to a table looks like http://host:7777/t/…, not 'here'", "bot", "--join", "here")


# verify


@pytest.fixture
def match(server: Server) -> dict[str, Any]:
    async def main() -> dict[str, Any]:
        async with asyncio.timeout(LONG), server.client() as client:
            return await a_match(client)

    return asyncio.run(main())


def another_draw(match: dict[str, Any]) -> dict[str, Any]:
    """In the place of the first one."""
    first: dict[str, Any] = match["log"][0]
    possible = [text for text, weight in zip(match["outcomes"], first["weights"], strict=True) if weight]
    return {**first, "move": next(text for text in possible if text != first["move"])}


@pytest.mark.slow
def test_verify_good_and_bad(match: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(json.encode({"match": match, "replay": {}}))
    good = run("verify", file)
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith("In order: match 1 of table ")
    assert "1 people added their entropy" in good.stdout
    for bad, check in (
        (match | {"secret": "0" * 64}, "commitment"),
        (match | {"people": []}, "start"),
        (match | {"places": [1, 1, 1, 1]}, "rules"),
        (match | {"log": [another_draw(match), *match["log"][1:]]}, "draws"),
    ):
        file.write_bytes(json.encode(bad))
        assert cli.main(["verify", str(file)]) == 1
        shown = capsys.readouterr()
        assert shown.out.startswith(f"NOT in order ({check}): ")
        assert (shown.out.count("\n"), shown.err) == (1, "")
    file.write_bytes(json.encode(match))
    assert cli.main(["verify", str(file)]) == 0
    assert "not checked: whether it is the match you played" in capsys.readouterr().out
    for garbage in (b"", b"\xff", b"[]", b'{"match": 5}', b"[" * 100_000):
        file.write_bytes(garbage)
        refuse(capsys, "is not a match file", "verify", file)
    refuse(capsys, "cannot be read", "verify", tmp_path / "missing.json")
    refuse(capsys, "cannot be read", "verify", tmp_path)


def test_verify_takes_what_one_noted_oneself(
    match: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the page exports it."""
    file, notes = tmp_path / "match.json", tmp_path / "notes.json"
    file.write_bytes(json.encode(match))
    note = {key: match[key] for key in ("version", "table", "number", "commitment", "start")}
    note |= {"seat": 0, "entropy": match["people"][0]["entropy"]}
    for changed, said in (
        ({}, "it is the match that your device noted before it began"),
        ({"start": "0" * 64}, "NOT in order (start): your device was shown another start"),
        ({"entropy": "0" * 64}, "NOT in order (entropy)"),
        ({"number": 7}, "NOT in order (noted): your notes hold nothing of match 1"),
    ):
        notes.write_bytes(json.encode({"kind": "spieltisch notes", "notes": [note | changed]}))
        assert cli.main(["verify", str(file), "--noted", str(notes)]) == (1 if changed else 0)
        assert said in capsys.readouterr().out
    for garbage in (b"", b"[]", b'{"kind": "spieltisch match", "notes": []}'):
        notes.write_bytes(garbage)
        refuse(capsys, "holds no notes", "verify", file, "--noted", notes)
    refuse(capsys, "cannot be read", "verify", file, "--noted", tmp_path / "missing.json")


def test_verify_without_the_rules_says_what_it_did_not_check(
    match: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A release that has dropped the version of the match."""
    later = tuple(replace(game, rules_version=2, oldest_rules=2) for game in games.GAMES)
    monkeypatch.setattr(games, "GAMES", later)
    file = tmp_path / "match.json"
    file.write_bytes(json.encode({"match": match, "replay": None}))
    assert cli.main(["verify", str(file)]) == 2
    told = capsys.readouterr().out
    assert told.startswith("Dice in order, moves not checked: match 1 of table ")
    assert "version 1 of the rules is known no longer: moves and result were NOT checked" in told
    assert "older release" in told
    file.write_bytes(json.encode(match | {"secret": "0" * 64}))
    assert cli.main(["verify", str(file)]) == 1


# backup, restore


@pytest.mark.slow
def test_a_backup_of_a_running_server_is_restored(server: Server, match: dict[str, Any], tmp_path: Path) -> None:
    backup, restored = tmp_path / "backup.db", tmp_path / "restored.db"
    made = run("backup", backup, "--data", server.data)
    assert (made.returncode, made.stderr) == (0, "")
    server.kill()
    again = run("restore", backup, "--data", restored)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout == f"{restored} is ready: spieltisch serve --data {restored}\n"
    assert logs_in(restored) == logs_in(server.data)
    server.data = restored
    server.start()
    assert list(logs_in(restored)) == [match["table"]]


def test_what_cannot_be_copied_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    garbage = tmp_path / "garbage.db"
    garbage.write_bytes(b"garbage")
    new = tmp_path / "new.db"
    refuse(capsys, "is no data file of Spieltisch", "backup", new, "--data", garbage)
    refuse(capsys, "is no data file of Spieltisch", "restore", garbage, "--data", new)
    refuse(capsys, "is not a file", "backup", new, "--data", tmp_path / "missing.db")
    assert not new.exists()
    assert garbage.read_bytes() == b"garbage"


# serve


def test_a_server_that_cannot_be_opened_says_why(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    garbage = tmp_path / "garbage.db"
    garbage.write_bytes(b"garbage")
    for says, *args in (
        ("is in use by another server", "--data", server.data),
        ("is no data file of Spieltisch", "--data", garbage),
        ("there is no folder", "--data", tmp_path / "nowhere" / "tables.db"),
        ("cannot listen on", "--data", tmp_path / "new.db", "--port", server.port),
    ):
        refuse(capsys, str(says), "serve", "--port", 0, *args)
    assert garbage.read_bytes() == b"garbage"


@pytest.mark.slow
def test_a_server_started_by_hand_and_ended_by_ctrl_c(tmp_path: Path) -> None:
    """Without any preparation of ours."""
    process = subprocess.Popen(
        [*PROGRAM, "serve", "--port", "0", "--data", str(tmp_path / "tables.db")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Spieltisch is open: http://127.0.0.1:")
    os.kill(process.pid, signal.SIGINT)
    out, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in errors
