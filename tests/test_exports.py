"""The public names are a promise."""

import inspect

import spieltisch as st


def test_the_package_exports_exactly_this() -> None:
    promised = {
        "CHANCE",
        "CLOCK",
        "GAMES",
        "Analysis",
        "BadBot",
        "BadChance",
        "BadLog",
        "BadOption",
        "BadPosition",
        "BadSeats",
        "BadTime",
        "Entry",
        "Match",
        "NotOver",
        "OtherRules",
        "Refusal",
        "Refused",
        "Result",
        "Seen",
        "Unknown",
        "UnknownGame",
        "analyse",
        "bot",
    }
    assert set(st.__all__) == promised
    public = {name for name in dir(st) if not name.startswith("_")}
    modules = {name for name in public if inspect.ismodule(getattr(st, name))}
    assert public - modules == set(st.__all__)


def test_the_games_there_are() -> None:
    assert st.GAMES == ("bloeder-sack", "lobo77", "gracias", "blitzgriff")


def parameters(function: object) -> list[str]:
    assert callable(function)
    return list(inspect.signature(function).parameters)


def test_match_has_exactly_this() -> None:
    assert parameters(st.Match) == ["game", "seats", "options", "seed", "chance", "rules"]
    assert parameters(st.Match.at) == ["game", "position", "seed", "chance"]
    assert parameters(st.Match.from_json) == ["text"]
    assert parameters(st.Match.play) == ["self", "seat", "move", "at"]
    for method in (st.Match.moves, st.Match.view, st.Match.seen, st.Match.log_seen_by):
        assert parameters(method) == ["self", "seat"]
    assert parameters(st.Match.why_not) == ["self", "seat", "move"]
    for asked in ("actors", "over", "result", "log", "position", "rules", "to_json"):
        assert hasattr(st.Match, asked)


def test_small_things_have_exactly_these_fields() -> None:
    assert st.Entry._fields == ("seat", "move", "at")
    assert st.Result._fields == ("places", "points")
    assert parameters(st.Refusal.text) == ["self", "language"]
    assert parameters(st.bot) == ["name", "seed", "iterations", "ms"]
    assert st.CHANCE != st.CLOCK
    assert st.CHANCE < 0 > st.CLOCK
