"""The guided passes are played by the rules, teach what they say, and end without a fault."""

from pathlib import Path

import pytest

from spieltisch.games.blitzgriff.cards import KINDS
from spieltisch.games.blitzgriff.guided import LESSONS, as_text, guided
from spieltisch.games.blitzgriff.story import BONUS, CARD_POINTS, CHECK, SCORES

FILE = Path(__file__).parents[5] / "web/src/games/blitzgriff/guided.json"


def test_the_page_has_these_passes() -> None:
    assert tuple(LESSONS) == KINDS
    assert FILE.read_text(encoding="utf-8") == as_text()


@pytest.mark.parametrize("kind", KINDS)
def test_every_die_scores_and_nothing_was_missed(kind: str) -> None:
    events = guided(kind)["scenes"][-1]["events"]
    mine = [event for event in events if event[0] in (SCORES, CARD_POINTS, CHECK, BONUS) and event[1] == 0]
    assert all(event[7] >= 0 for event in mine if event[0] == SCORES)
    assert [event[3] > 0 for event in mine if event[0] == CARD_POINTS] == [True, False, False]
    assert [event[2:4] for event in mine if event[0] == CHECK] == [[0, 2]]
