"""Short codes to type in, for a table whose link cannot be sent: for a few minutes, and with few tries."""

import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that is taken for a digit
LENGTH = 8
LASTS_S = 600
TRIES, MINUTE = 5, 60


@dataclass(frozen=True)
class TableCode:
    """Where a code leads to."""

    code: str
    table: str
    tv: bool
    until: float


class Codes:
    """In memory only: after a restart one asks for another."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._by_code: dict[str, TableCode] = {}
        self._by_table: dict[tuple[str, bool], TableCode] = {}
        self._tries: dict[str, deque[float]] = {}

    def code_of(self, table: str, tv: bool) -> tuple[str, int]:
        """The one that a table has, or a new one; and for how many seconds it is good."""
        self._forget()
        known = self._by_table.get((table, tv)) or self._make(table, tv)
        return known.code, int(known.until - self._clock())

    def _make(self, table: str, tv: bool) -> TableCode:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        made = TableCode(code, table, tv, self._clock() + LASTS_S)
        self._by_code[code] = self._by_table[table, tv] = made
        return made

    def may_try(self, address: str) -> bool:
        """Right or wrong, it counts."""
        self._forget()
        tries = self._tries.setdefault(address, deque())
        if len(tries) >= TRIES:
            return False
        tries.append(self._clock())
        return True

    def find(self, typed: str) -> TableCode | None:
        """As people type: with blanks, in small letters."""
        self._forget()
        return self._by_code.get("".join(letter for letter in typed.upper() if letter.isalpha()))

    def _forget(self) -> None:
        """What no longer counts."""
        now = self._clock()
        for made in [made for made in self._by_code.values() if made.until <= now]:
            del self._by_code[made.code], self._by_table[made.table, made.tv]
        for address, tries in list(self._tries.items()):
            while tries and tries[0] <= now - MINUTE:
                tries.popleft()
            if not tries:
                del self._tries[address]
