"""A few whole matches, kept as readable text: the same seed and the same moves give the same match, for ever."""

from contract.conftest import ALL
from golden import kept, read, write
from spieltisch.games import GAMES


def test_kept_matches_are_still_the_same() -> None:
    for game in (game for game in ALL if game in GAMES):
        assert len(kept(game)) >= 3
        for file in kept(game):
            text = file.read_text(encoding="utf-8")
            assert write(*read(text)) == text, file.name
