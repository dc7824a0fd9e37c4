"""A match as JSON and back. The log names the rules' version: it is replayed by that one or not at all."""

import json
from typing import Any

from spieltisch.kernel.errors import BadLog, shown
from spieltisch.kernel.game import CHANCE, CLOCK
from spieltisch.kernel.log import Entry

NAMES = {CHANCE: "chance", CLOCK: "clock"}
NUMBERS = {name: number for number, name in NAMES.items()}
KEYS = {"game", "rules", "seats", "options", "position", "chance", "log"}


def parse(text: str | bytes) -> dict[str, Any]:
    """The outer form, checked; what is in it is checked by those who use it."""
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise BadLog(f"not a saved match: not readable as JSON ({error})") from None
    if not isinstance(data, dict) or set(data) != KEYS:
        raise BadLog(f"not a saved match: it needs exactly {', '.join(sorted(KEYS))}")
    return data


def entries_from_json(log: object) -> list[Entry]:
    if not isinstance(log, list):
        raise BadLog(f"not a saved match: its log must be a list, not {shown(log)}")
    return [entry_from_json(number, data) for number, data in enumerate(log, start=1)]


def entry_from_json(number: int, data: object) -> Entry:
    match data:
        case [int(seat), str(move)] if not isinstance(seat, bool):
            return Entry(seat, move)
        case [str(name), str(move)] if name in NUMBERS:
            return Entry(NUMBERS[name], move)
        case [int(seat), str(move), int(at)] if not isinstance(seat, bool):
            return Entry(seat, move, at)
        case [str(name), str(move), int(at)] if name in NUMBERS:
            return Entry(NUMBERS[name], move, at)
    raise BadLog(f"entry {number} of the log is not [seat, move] or [seat, move, time]: {shown(data)}")


def entry_to_json(entry: Entry) -> list[object]:
    who = NAMES.get(entry.seat, entry.seat)
    return [who, entry.move] if entry.at is None else [who, entry.move, entry.at]
