"""Mäxchen's positions as text. (Moves and outcomes are declared with the rules.)"""

from collections.abc import Container
from typing import Any

from spieltisch.kernel.errors import BadPosition
from spieltisch.kernel.position import Facts, whole
from spieltisch_maexchen.rules import CLAIMING, LIVES, MAEXCHEN, NONE, TURN, VALUES, MaexchenState, next_one

UNKNOWN = "?"


def to_position(s: MaexchenState, known: Container[int]) -> dict[str, Any]:
    fallen = [seat for seat in range(s.seats) if s.place[seat]]
    return {
        "seats": int(s.seats),
        "lives": s.lives[: s.seats].tolist(),
        "out": sorted(fallen, key=lambda seat: -int(s.place[seat])),
        "turn": int(s.turn),
        "rolled": bool(s.stage == CLAIMING),
        "claim": named(s.claim),
        "beaten": named(s.beaten),
        "cup": cup(s, known),
        "lifted": named(s.lifted),
    }


def is_position(s: MaexchenState) -> bool:
    return bool(s.stage in (TURN, CLAIMING))


def public_facts(s: MaexchenState) -> dict[str, Any]:
    return {}


def named(value: int) -> str | None:
    return None if value == NONE else VALUES[value - 1]


def cup(s: MaexchenState, known: Container[int]) -> str | None:
    """What lies under it; null: nothing as yet."""
    if s.stage != CLAIMING and s.claim == NONE:
        return None
    return named(s.cup[holder(s)]) if holder(s) in known else UNKNOWN


def holder(s: MaexchenState) -> int:
    """Who has looked under the cup last."""
    return int(s.turn if s.stage == CLAIMING else s.claimer)


def from_position(facts: Facts, s: MaexchenState) -> int | None:
    read_lives(facts, s)
    still_in = [seat for seat in range(s.seats) if s.lives[seat]]
    s.turn = facts.one_of("turn", still_in, still_in[0])
    s.claimer = next(seat for seat in still_in if next_one(s, seat) == s.turn)
    s.stage = CLAIMING if facts.one_of("rolled", (True, False), False) else TURN
    s.lifted = read_value(facts, "lifted")
    read_claims(facts, s)
    return read_cup(facts, s)


def read_lives(facts: Facts, s: MaexchenState) -> None:
    """MX-L2, MX-E1 Those without a life are listed, in the order in which they fell out."""
    for seat, lives in enumerate(facts.row("lives", s.seats, s.lives[: s.seats].tolist())):
        s.lives[seat] = whole("lives", lives, range(int(LIVES.max()) + 1))
    fallen = [seat for seat in range(s.seats) if s.lives[seat] == 0]
    out = facts.take("out", fallen)
    if not isinstance(out, list | tuple) or sorted(whole("out", seat, range(s.seats)) for seat in out) != fallen:
        raise BadPosition("out", "must list the seats without a life, each once, in the order of leaving")
    if len(fallen) > s.seats - 2:
        raise BadPosition("lives", "at least two players must still be in")
    for seat in out:
        s.place[seat] = s.still_in
        s.still_in -= 1


def read_value(facts: Facts, field: str) -> int:
    value = facts.one_of(field, (*VALUES, None), None)
    return NONE if value is None else VALUES.index(value) + 1


def read_claims(facts: Facts, s: MaexchenState) -> None:
    """MX-T4"""
    s.claim, s.beaten = read_value(facts, "claim"), read_value(facts, "beaten")
    if s.beaten != NONE and s.beaten >= s.claim:
        raise BadPosition("beaten", "must be lower than the claim")
    if s.stage == CLAIMING and s.claim == MAEXCHEN:
        raise BadPosition("rolled", "nobody rolls after a Mäxchen")


def read_cup(facts: Facts, s: MaexchenState) -> int | None:
    """Its value, `?`, or null where nobody has rolled. → the seat on turn, or the next, if it is unknown to them."""
    rolled = s.stage == CLAIMING or s.claim != NONE
    value = facts.one_of("cup", (*VALUES, UNKNOWN) if rolled else (None,), UNKNOWN if rolled else None)
    if value == UNKNOWN:
        return next_one(s, s.turn) if s.stage == CLAIMING else int(s.turn)
    if rolled:
        s.cup[holder(s)] = VALUES.index(value) + 1
    return None
