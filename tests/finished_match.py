"""A small finished match of a real table, always the same: what the page's own tests check and replay.

To make the page's files anew: python tests/finished_match.py
"""

from hashlib import sha256
from itertools import count
from pathlib import Path

from msgspec import json

from spieltisch.bots import bot
from spieltisch.games import game_named
from spieltisch.kernel import Match
from spieltisch.server import protocol
from spieltisch.server.pages import described
from spieltisch.table import Opened, Settings, Table, commands, fairness, replay
from spieltisch.table.entries import LogEntry

TABLE = "kitchen-table"
PEOPLE = ("Hanna", "Ben")
PAGE = Path(__file__).parents[1] / "web/src"
FILES = {"lobo77": PAGE / "replay/fixture.json", "bloeder-sack": PAGE / "games/bloeder-sack/fixture.json"}


def fixed(what: str) -> bytes:
    """32 bytes that are random for everybody but us."""
    return sha256(what.encode()).digest()


def log_of_a_match(name: str) -> list[LogEntry]:
    """Two people at a table, to the end: each client's hash, then its entropy, then moves a careful bot would make."""
    game, log, ids, secrets = game_named(name), [], count(1), count(1)
    opened = Opened(name, game.rules_version, len(PEOPLE), game.check_options({}), Settings())
    table, out = Table.open(TABLE, game_named, opened, 0, ["careful"], lambda: fixed(f"secret {next(secrets)}"))
    log += out.entries
    for connection, person in enumerate(PEOPLE):
        log += table.connect(connection, f"{connection:032x}", 0).entries
        log += table.command(connection, commands.Sit(id=next(ids), name=person, seat=connection), 0).entries
    log += table.command(0, commands.Start(id=next(ids)), 0).entries
    entropies = [fixed(f"entropy of {name}") for name in PEOPLE]
    for seat, entropy in enumerate(entropies):
        hashed = fairness.entropy_hash(fairness.commitment(table.state.secret), seat, entropy).hex()
        log += table.command(seat, commands.Hash(id=next(ids), hash=hashed), 0).entries
    start = table.state.start.digest().hex()
    for seat, entropy in enumerate(entropies):
        log += table.command(seat, commands.Reveal(id=next(ids), entropy=entropy.hex(), start=start), 0).entries
    chooser = bot("careful", seed=1)
    while table.state.stage == "playing":
        assert isinstance(table.state.match, Match)
        seat = table.state.match.actors[0]
        move, _ = chooser.choose(table.state.match.seen(seat))
        log += table.command(seat, commands.Play(id=next(ids), move=move), 0).entries
    return [entry for _, entry in log]


def fixture(name: str) -> bytes:
    """The game as GET /api/games describes it, and the match as GET …/matches/1 gives it."""
    document = replay.document_of(TABLE, game_named, log_of_a_match(name), 1)
    assert document is not None
    finished = protocol.Finished(document, replay.replay_of(document, game_named))
    return json.encode({"game": described(game_named(name)), "finished": finished}) + b"\n"


if __name__ == "__main__":
    for name, file in FILES.items():
        file.write_bytes(fixture(name))
