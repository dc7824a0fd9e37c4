"""Memory that compiled code works in: made once for each game and thread, as no call may share it with another."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from spieltisch.kernel.game import Game

W = TypeVar("W")


class Workspaces(threading.local, Generic[W]):
    def __init__(self, make: Callable[[Game], W]) -> None:
        self._make = make
        self._by_game: dict[Game, W] = {}

    def of(self, game: Game) -> W:
        if game not in self._by_game:
            self._by_game[game] = self._make(game)
        return self._by_game[game]
