"""Playing the matches of a contest, on all cores."""

import hashlib
import os
import signal
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from threading import Thread

from spieltisch.games import game_named
from spieltisch.kernel import Game, Match
from spieltisch.kernel.dice import new_dice
from spieltisch.lab.contest import Contest, PlayedMatch
from spieltisch.lab.players import Player, player
from spieltisch.lab.seating import seating

AHEAD = 4  # matches handed out to each core, so that none ever waits


def play_match(game: Game, players: Sequence[Player], seed: int, options: Mapping[str, str] | None = None) -> Match:
    """To the end. Where several may act, the game says who is quickest."""
    match = Match(game, len(players), options, seed)
    dice = new_dice(b"quickest", str(seed).encode())
    while not match.over:
        acting = sum(1 << seat for seat in match.actors)
        seat = int(game.mind.quickest(match.last.after[0], acting, dice[0]))
        match.play(seat, players[seat](match, seat))
    return match


def play_number(contest: Contest, number: int) -> PlayedMatch:
    """The same number, the same match."""
    names = seating(contest.line_up, number)
    seeds = (seed_from(contest.seed, number, seat) for seat in range(contest.seats))
    players = [player(name, seed, contest.ms) for name, seed in zip(names, seeds, strict=True)]
    result = play_match(game_named(contest.game), players, seed_from(contest.seed, number), contest.options).result
    assert result is not None
    return PlayedMatch(number, names, result.places, result.points)


def seed_from(*numbers: int) -> int:
    """One of 63 bits that no other numbers share."""
    digest = hashlib.sha256(repr(numbers).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def play_numbers(contest: Contest, numbers: Sequence[int], cores: int) -> Generator[PlayedMatch]:
    """In the order in which they end. One core, or one match, needs no other process."""
    cores = min(cores, len(numbers))
    if cores <= 1:
        yield from (play_number(contest, number) for number in numbers)
        return
    left = iter(numbers)
    with workers(cores) as pool:
        waiting = {pool.submit(play_number, contest, number) for number in islice(left, AHEAD * cores)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(play_number, contest, number) for number in islice(left, len(done))}
            yield from (match.result() for match in done)


@contextmanager
def workers(cores: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that stop at once when something goes wrong here, or somebody presses Ctrl-C."""
    others = set(active_children())
    pool = ProcessPoolExecutor(cores, get_context("spawn"), initializer=follow_parent)
    try:
        with interrupts_held_back():
            for _ in range(cores):
                pool.submit(int)  # nothing to do, but it starts a process
        yield pool
    except BaseException:
        for worker in set(active_children()) - others:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Ctrl-C has to wait; processes started meanwhile never hear of it: it is their parent's business."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def follow_parent() -> None:
    """If that is killed, nobody waits for this process any more."""
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
