"""Bots of games that are plain Python as yet think in a process of their own, `python -m spieltisch.server.plain_bots`:
they would hold the interpreter, and everybody at the other tables up.
"""

import os
import subprocess
import sys
from functools import cache
from typing import IO

import numpy as np
from msgspec import Struct, msgpack

from spieltisch.bots import Bot, bot
from spieltisch.games import game_named
from spieltisch.kernel import Seen
from spieltisch.kernel.log import ROW

LENGTH = 4  # bytes before each message, which tell how long it is
NICENESS = 5  # tables come first


class Question(Struct, array_like=True):
    """What a bot is asked: all that its seat sees."""

    level: str
    ms: int  # for a bot that searches
    game: str
    seat: int
    state: bytes
    start: bytes
    log: bytes


class Answer(Struct, array_like=True):
    move: str
    think_ms: int


class PlainBots:
    """One process, started when it is first needed. For one thread."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "spieltisch.server.plain_bots"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
            )  # fmt: skip
        return self._process

    def choose(self, level: str, ms: int, seen: Seen) -> tuple[str, int]:
        """EOFError or OSError: the process has ended."""
        process = self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        parts = (seen.state.tobytes(), seen.start.tobytes(), seen.log.tobytes())
        write(process.stdin, msgpack.encode(Question(level, ms, seen.game.name, seen.seat, *parts)))
        answer = msgpack.decode(read(process.stdout), type=Answer)
        return answer.move, answer.think_ms

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def write(out: IO[bytes], message: bytes) -> None:
    out.write(len(message).to_bytes(LENGTH, "big") + message)
    out.flush()


def read(source: IO[bytes]) -> bytes:
    message = source.read(int.from_bytes(source.read(LENGTH), "big"))
    if not message:
        raise EOFError
    return message


# In the other process


@cache
def bot_of(level: str, ms: int) -> Bot:
    return bot(level, ms=ms)


def answer_to(question: Question) -> Answer:
    game = game_named(question.game)
    state, start = (np.frombuffer(bytearray(part), game.state) for part in (question.state, question.start))
    log = np.frombuffer(bytearray(question.log), ROW)
    return Answer(*bot_of(question.level, question.ms).choose(Seen(game, question.seat, state, start, log)))


def main() -> None:
    """Until nobody asks any more."""
    os.nice(NICENESS)
    while True:
        try:
            question = read(sys.stdin.buffer)
        except EOFError:
            return
        write(sys.stdout.buffer, msgpack.encode(answer_to(msgpack.decode(question, type=Question))))


if __name__ == "__main__":
    main()
