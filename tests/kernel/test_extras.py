"""What one game has and another has not: a game names it, who needs it asks for it, and nobody else knows."""

from dataclasses import dataclass, fields, replace

import pytest

from spieltisch.games import GAMES
from spieltisch.kernel import Game, Mind, Race, Rules
from toys.bidding import BIDDING


@dataclass(frozen=True)
class Bell:
    """A kind of extra that nobody has heard of."""

    rings: int


def test_a_new_kind_of_extra_needs_no_change_elsewhere() -> None:
    ringing = replace(BIDDING, extras=(Bell(3),))
    assert ringing.extra(Bell) == Bell(3)
    assert [game.extra(Bell) for game in (BIDDING, *GAMES)] == [None] * (1 + len(GAMES))
    assert ringing.extra(Race) is None


def test_no_field_of_a_game_or_its_mind_is_set_by_one_game_alone() -> None:
    """What only one needs is an extra."""
    for name, default in defaults(Game).items():
        if name not in ("rules_version", "oldest_rules"):
            assert sum(getattr(game, name) != default for game in GAMES) != 1, name


def defaults(kind: type) -> dict[str, object]:
    return {
        field.name: field.default_factory() if callable(field.default_factory) else field.default
        for field in fields(kind)
    }


@pytest.mark.parametrize("kind", [Rules, Mind])
def test_rules_are_named(kind: type) -> None:
    with pytest.raises(TypeError, match="positional"):
        kind(*[None] * 6)
