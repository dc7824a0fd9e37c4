"""What can go wrong, each with a name of its own. All are ValueErrors that say what would be right."""

from typing import TypeGuard


def shown(value: object, length: int = 40) -> str:
    """A value from outside in an error's text: cut short, and never an error itself."""
    try:
        text = repr(value)
    except Exception:  # a number of 5,000 digits, a list nested 100,000 deep
        text = f"a {type(value).__name__}"
    return text[:length]


def is_whole(value: object) -> TypeGuard[int]:
    """A whole number, and not True or False."""
    return isinstance(value, int) and not isinstance(value, bool)


class UnknownGame(ValueError):
    """No game of that name."""


class BadSeats(ValueError):
    """A game is not for that many, or there is no such seat."""


class BadOption(ValueError):
    """An option, or a value of one, that the game does not have."""


class BadChance(ValueError):
    """A seed or a source of chance that cannot be used, or a script whose next move cannot happen."""


class BadTime(ValueError):
    """A time that is no whole number of milliseconds, or lies before the last one."""


class BadLog(ValueError):
    """A saved match that is broken, or cannot be replayed."""


class OtherRules(BadLog):
    """A match by a version of the rules that is not known here."""


class Unknown(ValueError):
    """Asked of a position that only one seat knows: it does not hold the answer."""


class BadPosition(ValueError):
    """A position that cannot be; `field` names the part that is wrong."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
