"""A hundred thousand messages that nobody should send: refused in words, tables unharmed, memory flat.

SPIELTISCH_FUZZ says how many.
"""

import asyncio
import json
import os
import random
import secrets
from collections import Counter
from dataclasses import dataclass, field

import pytest

from server.matches import GAME, play_out, start, table_of_people, table_with_bots
from server.running import Server
from server.wire import TOO_BIG, Wire, written
from spieltisch.client import TableConnection
from spieltisch.kernel.languages import LANGUAGES

MESSAGES = int(os.environ.get("SPIELTISCH_FUZZ", "100000"))
A_LINE = 400  # messages
GARBLED = 45  # of them no commands: more than 50 and the line is closed
LINES = 20  # at a time
MORE_MEMORY = 8_000_000  # bytes; 100 lost per message would be more
LONG = 600  # seconds: a guard against hanging

GOOD = (
    {"do": "sit", "name": "Mallory"},
    {"do": "leave"},
    {"do": "admit", "request": 1, "yes": True},
    {"do": "bot", "seat": 1, "level": "search"},
    {"do": "remove", "seat": 0},
    {"do": "host", "seat": 0},
    {"do": "start"},
    {"do": "hash", "hash": "0" * 64},
    {"do": "reveal", "entropy": "f" * 64, "start": "0" * 64},
    {"do": "play", "move": "10"},
    {"do": "play", "move": "undo"},
    {"do": "pause"},
    {"do": "resume"},
    {"do": "abort"},
    {"do": "move", "token": "0" * 32},
    {"do": "say", "phrase": 3},
)
ODD: tuple[object, ...] = (
    None, True, -1, 0, 1.5, 1e308, 2**53, 2**64, -(2**70), "", "x" * 65,
    "\0", "😀" * 20, "\u202e", [], {}, [[]], {"do": "x"},
)  # fmt: skip


@dataclass
class Mallory:
    """Sends what she likes; the dice that she throws are the same each time."""

    dice: random.Random = field(default_factory=lambda: random.Random(7))
    recorded: list[bytes] = field(default_factory=list)

    def command(self) -> bytes:
        """Well-formed, but not for her, not now, or sent before."""
        if self.recorded and self.dice.random() < 0.3:
            return self.dice.choice(self.recorded)
        message = json.dumps({**self.dice.choice(GOOD), "id": self.dice.randrange(1, 2**53)}).encode()
        self.recorded = [*self.recorded[-100:], message]
        return message

    def garbled(self) -> bytes:
        message = dict(self.dice.choice(GOOD)) | {"id": self.dice.randrange(1, 2**53)}
        text = json.dumps(message)
        at = self.dice.randrange(1, len(text))
        match self.dice.randrange(8):
            case 0:
                return self.dice.randbytes(self.dice.randrange(200)).hex().encode()
            case 1:
                return text[:at].encode()
            case 2:
                return (text[:at] + self.dice.choice('{}[]",:\\\0') * 2 + text[at:]).encode()
            case 3:
                return json.dumps(message | {"id": self.dice.choice(ODD)}).encode() + b"!"
            case 4:
                return json.dumps(message | {"more": self.dice.choice(ODD)}).encode()
            case 5:
                return json.dumps(message | {"do": self.dice.choice(ODD)}).encode()
            case 6:
                return b"[" * self.dice.randrange(1, 2000)
            case _:
                return written(do="hello", token=secrets.token_hex(16))


async def attack(port: int, table: str, mallory: Mallory, token: str | None) -> Counter[str]:
    """One line, all its messages at once; what was answered to how many."""
    wire = await Wire.hello(port, table, token)
    sent = [mallory.garbled() for _ in range(GARBLED)] + [mallory.command() for _ in range(A_LINE - GARBLED)]
    mallory.dice.shuffle(sent)
    wire.send(*sent)
    answers: Counter[str] = Counter()
    while sum(answers.values()) < len(sent):
        message = await wire.next()
        assert message is not None, f"closed after {answers}"
        if message["type"] == "refused":
            assert set(message["text"]) == set(LANGUAGES)
            assert all(message["text"].values())
        if message["type"] in ("refused", "done"):
            answers[message.get("reason", "done")] += 1
    await wire.close()
    return answers


async def oversized(port: int, table: str) -> None:
    """Closed, and told why."""
    wire = await Wire.hello(port, table)
    wire.send(written(do="play", id=1, move="x" * random.choice((2048, 5000, 100_000))))
    assert [message async for message in wire.rest() if message.get("type") == "table"] == []
    assert wire.closed_with == TOO_BIG
    await wire.close()


def standing(line: TableConnection) -> object:
    """How a table stands, but for who is connected at the moment."""
    chairs = [(chair.kind, chair.name, chair.away) for chair in line.table.chairs]
    return line.seq, list(line.cells), line.table.stage, line.table.host, chairs


@pytest.mark.slow
def test_a_hundred_thousand_bad_messages(server: Server) -> None:
    asyncio.run(fuzz(server))


async def fuzz(server: Server) -> None:
    mallory, answers = Mallory(), Counter[str]()
    async with (
        asyncio.timeout(LONG),
        server.client() as client,
        table_of_people(client) as victims,
        table_with_bots(client) as other,
    ):
        victim = victims[0]
        await start(victim)
        await start(other)
        before = standing(victim)
        chairs = await client.open(GAME, 2)
        memory = 0.0
        while sum(answers.values()) < MESSAGES:
            wrong = [random.choice((None, secrets.token_hex(16))) for _ in range(LINES)]
            told = await asyncio.gather(*(attack(server.port, victim.id, mallory, token) for token in wrong))
            await asyncio.gather(*(oversized(server.port, chairs) for _ in range(5)))
            answers = sum(told, answers)
            if not memory and sum(answers.values()) > MESSAGES / 5:
                memory = await server.metric("memory_bytes")
        assert await server.metric("memory_bytes") < memory + MORE_MEMORY
        assert before == standing(victim)
        await asyncio.gather(*(play_out(line) for line in (*victims, other)))
    assert server.errors == ""
    assert set(answers) >= {"garbled", "not_seated", "hello_again", "no_chair"}
