"""Connections to PostgreSQL, and what can be wrong with them, in words that hold no password."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic

import asyncpg

from spieltisch.store.contract import Conflict, StoreError
from spieltisch.store.locations import FORM, shown_location

CONNECT_S = 5
COMMAND_S = 10  # a command that takes longer is given up, and the connection with it
PATIENCE_S = 5  # so long a lost database is waited for: it may be starting again
RETRY_S = 0.1
SETTINGS = {"synchronous_commit": "on", "application_name": "spieltisch"}

REFUSED = (asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError)
LOST = (
    OSError,  # TimeoutError too
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # it was told of its end in the middle of a command
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)
FAILED = (asyncpg.PostgresError, *LOST)


class BadDatabase(ValueError):
    """A database that cannot be used; nothing was changed in it."""


@contextmanager
def in_words(url: str) -> Iterator[None]:
    """What goes wrong while somebody waits for the command."""
    try:
        yield
    except FAILED as error:
        raise BadDatabase(f"{shown_location(url)} {what_is_wrong(error)}") from None


def what_is_wrong(error: Exception) -> str:
    match error:
        case asyncpg.InvalidCatalogNameError():
            return "does not exist. Create it there (createdb), or name another one"
        case asyncpg.TooManyConnectionsError():
            return "takes no more connections. Raise max_connections there, or run fewer servers"
        case asyncpg.CannotConnectNowError():
            return "is just being started or stopped. Try again"
        case asyncpg.InsufficientPrivilegeError():
            return f"does not allow that ({message_of(error)}). Grant this user all rights in its schema"
        case _ if isinstance(error, REFUSED):
            return f"does not let us in ({message_of(error)}). Give the right user and password, here or by PGPASSWORD"
        case OSError():
            return f"cannot be reached ({message_of(error)}): does PostgreSQL run there, and is that its address?"
    return f"cannot be used ({message_of(error)})"


def message_of(error: Exception) -> str:
    """Without the details, which may hold a row with all that is in it."""
    if isinstance(error, TimeoutError):
        return "it did not answer in time"
    if isinstance(error, OSError):
        return error.strerror or "no connection"
    if isinstance(error, asyncpg.DataError):
        return "a value does not fit"
    if isinstance(error, (asyncpg.PostgresError, asyncpg.InterfaceError)) and error.args:
        return str(error.args[0]).partition("\n")[0]
    return type(error).__name__


def in_store(error: Exception) -> StoreError:
    """What goes wrong while the server runs."""
    match error:
        case StoreError():
            return error
        case asyncpg.IntegrityConstraintViolationError():
            return Conflict(message_of(error))
        case _ if isinstance(error, LOST):
            return StoreError(f"the database is not there ({message_of(error)})")
    return StoreError(message_of(error))


def is_storable(text: str) -> bool:
    """PostgreSQL knows no text with a zero in it. Whoever asks for one asks for what is not there."""
    return "\0" not in text


async def connect(url: str, command_s: float = COMMAND_S) -> asyncpg.Connection:
    try:
        return await asyncpg.connect(url, timeout=CONNECT_S, command_timeout=command_s, server_settings=SETTINGS)
    except ValueError:
        raise BadDatabase(f"{shown_location(url)} is no address of a database: it reads {FORM}") from None


class DatabaseLine:
    """One connection, for one caller at a time; it is made again when it was lost."""

    def __init__(self, url: str, command_s: float = COMMAND_S, patience_s: float = PATIENCE_S) -> None:
        self._url, self._command_s, self._patience_s = url, command_s, patience_s
        self._connection: asyncpg.Connection | None = None

    async def connection(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        return self._connection

    async def _connect(self) -> asyncpg.Connection:
        until = monotonic() + self._patience_s
        while True:
            try:
                return await connect(self._url, self._command_s)
            except LOST:
                if monotonic() >= until:
                    raise
            await asyncio.sleep(RETRY_S)

    def drop(self) -> None:
        """Nobody knows what became of the last command."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        if self._connection is not None:
            with suppress(*FAILED):
                await self._connection.close(timeout=CONNECT_S)
            self._connection = None
