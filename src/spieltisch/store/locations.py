"""Where tables are kept: a file, or the address of a PostgreSQL database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

SCHEMES = ("postgresql://", "postgres://")
FORM = "postgresql://USER:PASSWORD@HOST:PORT/DATABASE"

NO_DRIVER = "for PostgreSQL a package is missing. Install it: pip install 'spieltisch[cluster]'"

Location = str | Path  # an address, or a file


def location_named(text: str) -> Location:
    """(A path would lose one of an address's slashes.)"""
    return text if is_database(text) else Path(text)


def is_database(place: Location) -> bool:
    return str(place).startswith(SCHEMES)


@contextmanager
def driver() -> Iterator[None]:
    """Around an import of what speaks to PostgreSQL: most servers need none of it."""
    try:
        yield
    except ModuleNotFoundError:
        raise ValueError(NO_DRIVER) from None


def shown_location(place: Location) -> str:
    """For people and logs: without user and password, whatever those look like."""
    if not is_database(place):
        return str(place)
    try:
        found = urlsplit(str(place))
        rest = f"{found.path}{found.query}{found.fragment}"
        if "@" not in rest:  # else a password with a slash or the like in it was taken for something else
            return f"postgresql://{found.hostname or ''}{'' if found.port is None else f':{found.port}'}{found.path}"
    except ValueError:
        pass
    return "the database"
