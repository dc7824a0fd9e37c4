"""The match that the page's own tests use is one that a real table played."""

import finished_match


def test_the_pages_match_is_what_a_table_gives() -> None:
    assert finished_match.FILE.read_bytes() == finished_match.fixture(), finished_match.__doc__
