"""The matches that the page's own tests use are such as a real table played."""

import pytest

import finished_match


@pytest.mark.parametrize("game", finished_match.FILES)
def test_the_pages_match_is_what_a_table_gives(game: str) -> None:
    assert finished_match.FILES[game].read_bytes() == finished_match.fixture(game), finished_match.__doc__
