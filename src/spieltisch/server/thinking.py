"""Bots think in threads, or, where their game is plain Python as yet, in a process of their own: the loop goes on."""

import asyncio
import logging
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor

from spieltisch.bots import Bot, bot
from spieltisch.server.metrics import Metrics
from spieltisch.server.plain_bots import PlainBots
from spieltisch.table import BotRequest

THINK_MS = 100  # of a bot that searches
SUBSTITUTES = ("careful", "random")  # for a bot that fails
THREADS = 2  # compiled rules let go of the interpreter

Choice = tuple[str, int]  # a move, and after how many ms it is to be made

log = logging.getLogger("spieltisch")


class Thinkers:
    def __init__(self, metrics: Metrics, plain: Collection[str]) -> None:
        """`plain` are the games whose rules are not compiled as yet."""
        self.bots: dict[str, Bot] = {}  # by level
        self._metrics, self._plain = metrics, plain
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")
        self._plain_thread = ThreadPoolExecutor(1, thread_name_prefix="plain bot")
        self._plain_bots = PlainBots()

    def think(self, request: BotRequest, then: Callable[["asyncio.Future[Choice]"], None]) -> None:
        loop = asyncio.get_running_loop()
        if request.seen.game.name in self._plain:
            thought = loop.run_in_executor(self._plain_thread, self._choose_plainly, request)
        else:
            thought = loop.run_in_executor(self._threads, self._choose, request)
        thought.add_done_callback(then)

    def _choose(self, request: BotRequest) -> Choice:
        """A fault of ours must not leave people waiting: then a simpler bot decides."""
        for level in (request.level, *SUBSTITUTES):
            try:
                return self._bot(level).choose(request.seen)
            except Exception as error:  # what it says may tell what it held: only its kind is written down
                self._metrics.failed_bots += 1
                log.error("bot %s of %s failed: %s", level, request.seen.game.name, type(error).__name__)
        raise RuntimeError("no bot could decide")

    def _choose_plainly(self, request: BotRequest) -> Choice:
        """In another process; if that fails, here."""
        try:
            return self._plain_bots.choose(request.level, THINK_MS, request.seen)
        except (OSError, EOFError):
            log.error("the process of plain bots has ended")
            return self._choose(request)

    def _bot(self, level: str) -> Bot:
        if level not in self.bots:
            self.bots[level] = bot(level, ms=THINK_MS)
        return self.bots[level]

    def expect(self, game: str) -> None:
        """A match of it is near: what takes long to start is started."""
        if game in self._plain:
            self._plain_thread.submit(self._plain_bots.start)

    def tidy(self) -> None:
        """All games are compiled: the other process is needed no longer."""
        if not self._plain:
            self._plain_thread.submit(self._plain_bots.close)

    def close(self) -> None:
        for threads in (self._threads, self._plain_thread):
            threads.shutdown(wait=False, cancel_futures=True)
        self._plain_bots.close()
