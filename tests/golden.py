"""Whole matches as readable text. `python tests/golden.py GAME SEATS SEED [name=value …]` prints a new one."""

import random
import sys
from pathlib import Path

from spieltisch.games import game_named
from spieltisch.kernel import CHANCE, Game, Match

NAMES = {CHANCE: "chance"}
LONGEST_FACT = 500


def title(match: Match, seed: int) -> str:
    head = (match.game.name, f"rules {match.rules}", f"{match.seats} seats", f"seed {seed}")
    return ", ".join((*head, *(f"{name} = {value}" for name, value in match.options.items())))


def facts(view: dict[str, object]) -> str:
    """What all see, in short: whatever is a number or a list of numbers, and not long."""
    shown = {key: value for key, value in view.items() if key not in ("game", "seat", "options", "seats", "discards")}
    texts = [f"{key} {value}".replace(", ", " ").replace("'", "") for key, value in shown.items() if value]
    return " ".join(text for text in texts if len(text) <= LONGEST_FACT)


Moves = list[tuple[int, str]]


def write(
    game: Game, seats: int, options: dict[str, str], seed: int, moves: Moves | None = None, rules: int | None = None
) -> str:
    """Chance plays by its seed; the seats play `moves`, or at random if none are given."""
    match = Match(game, seats, options, seed=seed, rules=rules)
    rng = random.Random(seed)
    lines = [title(match, seed), ""]
    told = 0
    while True:
        for entry in match.log[told:]:
            lines.append(f"{NAMES.get(entry.seat, entry.seat):<7} {entry.move}")
        told = len(match.log)
        lines[-1] = f"{lines[-1]:<16} | {facts(match.view(None))}"
        if match.over:
            return "\n".join(lines) + "\n"
        if moves is None:
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(match.moves(seat)))
        else:
            match.play(*moves.pop(0))


def read(text: str) -> tuple[Game, int, dict[str, str], int, Moves, int]:
    """The reverse: what is needed to write it again, by the version of the rules that it was played by."""
    head, _, *lines = text.splitlines()
    name, rules, seats, seed, *options = head.split(", ")
    moves = []
    for line in lines:
        who, move = line.split("|")[0].split(maxsplit=1)
        if who != "chance":
            moves.append((int(who), move.strip()))
    chosen = dict(option.split(" = ") for option in options)
    return game_named(name), int(seats.split()[0]), chosen, int(seed.split()[1]), moves, int(rules.split()[1])


def kept(game: Game) -> list[Path]:
    return sorted((game.folder / "tests" / "matches").glob("*.txt"))


if __name__ == "__main__":
    name, seats, seed, *options = sys.argv[1:]
    print(write(game_named(name), int(seats), dict(option.split("=") for option in options), int(seed)), end="")
