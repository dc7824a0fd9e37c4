"""One match at the terminal: asking the person, letting the bots think, telling what happened."""

import os
import re
import select
import sys
import time

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import spieltisch as st
from spieltisch.bots import Bot
from spieltisch.kernel.languages import Texts
from spieltisch.kernel.story import event_of
from spieltisch.terminal.screen import Screen, View
from spieltisch.terminal.words import ME, Teller, printable

if sys.platform != "win32":
    import readline  # noqa: F401  (arrow keys at the prompt)
    import termios

LONGEST_PAUSE = 0.8
LONGEST_STORY = 16
WIDEST = 100
PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")  # in a rulebook; here its words stand for it


class Sitting:
    """One match, from the first move to the last."""

    def __init__(self, match: st.Match, bot: Bot, teller: Teller, fast: bool) -> None:
        self.match = match
        self.bot = bot
        self.teller = teller
        self.words = teller.words
        self.console = Console(highlight=False)
        self.live = self.console.is_terminal  # else we write a transcript: no redrawing, no waiting
        self.fast = fast or not (self.live and sys.stdin.isatty())
        self.hurried = False
        self.story: list[Text] = []

    def play(self) -> None:
        self.tell()
        while not self.match.over:
            self.match.play(*self.next_move(self.match.view(ME)))
            self.tell()
        self.finish()

    def next_move(self, view: View) -> tuple[int, str]:
        early, late = bots_to_act(view)
        if ME in view["actors"] and not early:
            move = self.ask(may_wait=bool(late))
            if move is not None:
                return ME, move
        seat = (early or late)[0]
        return seat, self.let_think(seat)

    def tell(self) -> None:
        """What the last move led to."""
        told = self.teller.told([event_of(self.match.game, event) for event in self.match.told])
        if told:
            self.add_to_story(self.teller.line(told))

    def add_to_story(self, line: Text) -> None:
        self.story = [*self.story[1 - LONGEST_STORY :], line]
        if not self.live:
            self.console.print(line)

    def show(self, *below: RenderableType) -> None:
        """The whole screen anew, in one write: it does not flicker."""
        width, height = self.console.size
        screen = Screen(self.teller, self.match.view(ME), self.match.moves(ME), min(width, WIDEST), height)
        with self.console:
            if self.live:
                self.console.clear()
            self.console.print(screen.draw(self.story if self.live else []), *below, sep="\n")

    # Bots

    def let_think(self, seat: int) -> str:
        if self.live:
            self.show(Text(self.teller.filled(self.words["thinking"], name=self.teller.names[seat]), "dim"))
        began = time.monotonic()
        move, think_ms = self.bot.choose(self.match.seen(seat))
        if not self.fast:  # how long it reckoned is not to be seen
            self.pause(max(began + min(think_ms / 2000, LONGEST_PAUSE) - time.monotonic(), 0))
        return move

    def pause(self, seconds: float) -> None:
        """Time to follow the bots, cut short by Enter."""
        if sys.platform == "win32":
            time.sleep(seconds)
        elif select.select([sys.stdin], [], [], seconds)[0]:
            self.hurried = True

    # The person

    def ask(self, may_wait: bool) -> str | None:
        """A legal move; None: the person lets the others go on."""
        self.forget_hurry()
        self.show(self.keys())
        while True:
            typed = self.read(self.words["your_move_or_wait" if may_wait else "your_move"])
            if not typed and may_wait:
                return None
            if typed in self.match.moves(ME):
                for line in self.story:
                    line.stylize("dim")
                return typed
            self.answer(typed)

    def forget_hurry(self) -> None:
        """An Enter that cut the pauses short is no answer to the next question."""
        if self.hurried and sys.platform != "win32":
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
        self.hurried = False

    def read(self, prompt: str) -> str:
        typed = printable(input(prompt))
        if not sys.stdin.isatty():
            print(typed)  # nobody else does
        if typed == "q":
            raise EOFError
        return typed

    def answer(self, typed: str) -> None:
        """To what is no move, or none that can be made now."""
        refusal = self.match.why_not(ME, typed)
        if typed in (*self.words["rules"], "rules"):
            self.show_rules()
        elif typed in ("", "?"):
            self.notice(self.help())
        elif refusal is not None:
            self.notice(Text.assemble((refusal.text(self.teller.language), "yellow"), (f" [{refusal.rule}]", "cyan")))

    def notice(self, words: RenderableType) -> None:
        if self.live:
            self.show(words)
        else:
            self.console.print(words)

    def keys(self) -> Text:
        return Text(self.words["keys"], "dim")

    def show_rules(self) -> None:
        rules = Markdown(PICTURE.sub(r"(\1)", self.match.game.rulebook(self.teller.language)))
        if not self.live:
            self.console.print(rules)
            return
        os.environ.setdefault("LESS", "-R")  # let the pager show bold and colours
        with self.console.pager(styles=True):
            self.console.print(rules, width=min(self.console.width, WIDEST))
        self.show(self.keys())

    def help(self) -> RenderableType:
        moves = self.teller.filled(self.words["help_move"], moves=", ".join(self.match.moves(ME)))
        keys = Table.grid(padding=(0, 2))
        for key, words in self.words["help"]:
            keys.add_row(Text(key, "bold"), words)
        return Group(Text(moves), keys, *self.options())

    def options(self) -> list[Text]:
        """How this table plays, where the game leaves a choice."""
        texts = self.teller.texts.get("options", {})
        options = self.match.options.items()
        chosen = [self.teller.labelled(texts[name]["name"], worded(texts[name], value)) for name, value in options]
        return [Text(self.teller.labelled(self.words["help_options"], " · ".join(chosen)), "dim")] if chosen else []

    # The end

    def finish(self) -> None:
        if self.live:
            self.show()
        result = self.match.result
        assert result is not None
        winners = [name for name, place in zip(self.teller.names, result.places, strict=True) if place == 1]
        words = self.teller.filled(
            self.words["you_won" if result.places[ME] == 1 else "you_lost"],
            winners=self.teller.listed(winners),
            place=result.places[ME],
            seats=self.match.seats,
        )
        ranking = Group(Text(words, "bold"), "", self.ranking(result))
        self.console.print(Panel.fit(ranking, title=self.words["end"], border_style="green", padding=(0, 2)))

    def ranking(self, result: st.Result) -> Table:
        table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
        for label in (self.words["place"], "", self.teller.texts.get("points", self.words["points"])):
            table.add_column(label)
        for place, seat in sorted(zip(result.places, range(self.match.seats), strict=True)):
            style = "bold green" if place == 1 else "bold" if seat == ME else ""
            table.add_row(f"{place}.", Text(self.teller.names[seat]), str(result.points[seat]), style=style)
        return table


def worded(option: Texts, value: str) -> str:
    """A free option's value has no words of its own."""
    words: str = option["values"].get(value) or option.get("other", value)
    return words


def bots_to_act(view: View) -> tuple[list[int], list[int]]:
    """Those who act out of turn, before it is too late for them; and those whom the person may forestall."""
    bots = [seat for seat in view["actors"] if seat != ME]
    turn = view.get("turn")
    early = [seat for seat in bots if turn is not None and seat != turn]
    return early, [seat for seat in bots if seat not in early]
