"""Any game in a terminal: a person at seat 0, bots at the others. Nothing but the view of seat 0 is shown."""

import json
import os
import select
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.align import Align
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.markdown import Markdown
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import spieltisch as st
from spieltisch.bots import Bot
from spieltisch.kernel import Game
from spieltisch.kernel.game import Event, Texts, load_texts

if sys.platform != "win32":
    import readline  # noqa: F401  (arrow keys at the prompt)
    import termios

WORDS = load_texts(Path(__file__).parent / "texts")
ME = 0
View = dict[str, Any]

LONGEST_PAUSE = 0.8
LONGEST_NAME = 16
LONGEST_STORY = 16
WIDEST = 100
NARROW = 72  # below it, the story stands under the seats, not beside them
OTHER_ROWS = 17  # of a narrow screen: what is neither seats nor story
LIT_CARD, DIM_CARD = "bold black on white", "dim"

DIGITS = "0123456789−"
TALL_DIGITS = (
    "█▀█ ▀█  ▀▀█ ▀▀█ █ █ █▀▀ █▀▀ ▀▀█ █▀█ █▀█    ",
    "█ █  █  █▀▀  ▀█ ▀▀█ ▀▀█ █▀█   █ █▀█ ▀▀█ ▀▀▀",
    "▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀    ",
)


def prepare(
    language: str, game: Game, seats: int, options: Mapping[str, str], bots: str, seed: int | None
) -> tuple[st.Match, Bot]:
    """The match and the bot, with all rules they need compiled: in a fresh clone that takes a while."""
    bot = st.bot(bots, seed)
    with Console().status(WORDS[language]["terminal"]["preparing"]):
        match = st.Match(game, seats, options, seed)
        rehearse(st.Match(game, seats, options, seed=0), bot)
    return match, bot


def rehearse(match: st.Match, bot: Bot) -> None:
    """To the end, so that every rule is called once."""
    bot.choose(match.seen(match.actors[0]))
    hasty = st.bot("random", seed=0)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, hasty.choose(match.seen(seat))[0])


def play(match: st.Match, bot: Bot, language: str, name: str = "", fast: bool = False) -> None:
    """To the end of the match; EOFError if the person leaves before."""
    words = WORDS[language]["terminal"]
    name = printable(name)[:LONGEST_NAME]
    names = name_seats(match.seats, name or words["you"], words["names"])
    Sitting(match, bot, Teller(language, match.game.texts[language], words, names, you=not name), fast).play()


def say_goodbye(language: str) -> None:
    Console().print(f"\n{WORDS[language]['terminal']['goodbye']}")


def name_seats(seats: int, own: str, names: Sequence[str]) -> list[str]:
    return [own, *(name for name in names if name != own)][:seats]


def printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable()).strip()


# In words


@dataclass(frozen=True)
class Teller:
    """A game in the words of one language. What the game's texts do not word is shown as it is."""

    language: str
    texts: Texts  # the game's
    words: Texts  # the terminal's
    names: Sequence[str]
    you: bool  # seat 0 is spoken to, not named

    def named(self, kind: str, key: str) -> str | None:
        found: str | None = self.texts.get(kind, {}).get(key)
        return found

    def value(self, field: str, value: object) -> str:
        worded = self.worded(field, value)
        if worded is not None:
            return worded
        match value:
            case None:
                return "–"
            case int():
                symbol = self.named("symbols", field)
                return symbol * value if symbol else str(value).replace("-", "−")
            case list():
                return str(len(value))
            case dict():
                return ", ".join(f"{count} {self.card(card)}" for card, count in value.items())
        return self.card(str(value))

    def worded(self, field: str, value: object) -> str | None:
        """Where the game has a word of its own: 0 chips are not nothing, but "swims"."""
        words: Texts = self.texts.get("values", {}).get(field, {})
        return words.get(value if isinstance(value, str) else json.dumps(value))

    def card(self, card: str) -> str:
        return self.named("cards", card) or card

    def face(self, card: str) -> str:
        return self.named("faces", card) or self.card(card)

    def event(self, event: Event) -> str:
        spoken_to = self.you and event.details.get("seat") == ME
        template: str = (spoken_to and self.named("log_you", event.key)) or self.texts["log"][event.key]
        return template.format_map({name: self.detail(name, value) for name, value in event.details.items()})

    def detail(self, name: str, value: Any) -> str:
        return self.names[value] if name == "seat" else self.value(name, value)

    def line(self, events: Sequence[Event]) -> Text:
        """What was done, and, brighter, what came of it."""
        done, *effects = map(self.event, events)
        return Text(" ").join([Text(done), *(Text(effect, "bold yellow") for effect in effects)])


# Drawn


@dataclass(frozen=True)
class Story:
    """The end of it: as many whole lines as there is room for."""

    lines: Sequence[Text]
    rows: int

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterable[Text]:
        kept: list[Text] = []
        for line in reversed(self.lines):
            wrapped = line.wrap(console, options.max_width)
            if kept and len(wrapped) + len(kept) > self.rows:
                break
            kept = [*wrapped, *kept]
        return kept


@dataclass(frozen=True)
class Screen:
    """What lies on the table, drawn from a view of seat 0."""

    teller: Teller
    view: View
    moves: Sequence[str]  # the legal ones
    width: int
    height: int

    def draw(self, story: Sequence[Text]) -> RenderableType:
        title = Text(self.teller.texts["name"], "bold")
        table = Panel(self.table(story), title=title, border_style="green", width=self.width, padding=(0, 2))
        return table if self.view["over"] else Group(table, "", self.hand(), *self.other_moves(), "")

    def table(self, story: Sequence[Text]) -> RenderableType:
        seats = self.view["seats"]
        if self.width < NARROW:
            return Group(self.facts(), "", self.seats(), "", Story(story, max(self.height - OTHER_ROWS - seats, 2)))
        both = Table.grid(padding=(0, 3), expand=True)
        both.add_column()
        both.add_column(ratio=1)
        both.add_row(self.seats(), Story(story, max(min(self.height - OTHER_ROWS, 10), seats + 1)))
        return Group(self.facts(), "", both)

    def labels(self, per_seat: bool) -> dict[str, str]:
        """The fields that the game's texts label: those of the table, or those with an entry for each seat."""
        labels: Texts = self.teller.texts.get("fields", {})
        return {field: labels[field] for field in labels if self.is_per_seat(field) == per_seat}

    def is_per_seat(self, field: str) -> bool:
        value = self.view[field]
        return isinstance(value, list) and len(value) == self.view["seats"]

    def facts(self) -> RenderableType:
        large = self.teller.texts.get("large")
        facts = Table.grid(padding=(0, 2))
        for field, label in self.labels(per_seat=False).items():
            if field != large:
                facts.add_row(Text(label, "dim"), Text(self.teller.value(field, self.view[field]), "bold"))
        both = Table.grid(padding=(0, 4))
        both.add_row(*[self.tall(large)] if large else [], facts)
        return both

    def tall(self, field: str) -> Text:
        number = self.teller.value(field, self.view[field])
        label = self.teller.texts["fields"][field]
        return Text.assemble((label, "dim"), "\n", (tall_digits(number), "bold cyan"))

    def seats(self) -> Table:
        fields = {field: label for field, label in self.labels(per_seat=True).items() if self.says_something(field)}
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for label in ("", "", *fields.values()):
            table.add_column(label, no_wrap=True)
        for seat, name in enumerate(self.teller.names):
            values = [self.view[field][seat] for field in fields]
            words = [self.teller.value(field, value) for field, value in zip(fields, values, strict=True)]
            mark = "▶" if seat in self.view["actors"] else " "
            table.add_row(mark, Text(name), *map(Text, words), style=self.seat_style(seat, None in values))
        return table

    def seat_style(self, seat: int, gone: bool) -> str:
        if seat in self.view["actors"]:
            return "bold green"
        return "dim" if gone else "bold" if seat == ME else ""

    def says_something(self, field: str) -> bool:
        """A column of zeros does not, unless the game has a word for zero."""
        return any(self.view[field]) or self.teller.worded(field, 0) is not None

    def cards(self) -> list[str]:
        """What the person holds: the entries of seat 0 that are lists."""
        held = [self.view[field][ME] for field in self.labels(per_seat=True)]
        return [str(card) for hand in held if isinstance(hand, list) for card in hand]

    def hand(self) -> RenderableType:
        cards = self.cards()
        width = max((cell_len(text) for card in cards for text in (card, self.teller.face(card))), default=0) + 6
        return Columns([self.drawn_card(card, width) for card in cards], padding=(0, 1))

    def drawn_card(self, card: str, width: int) -> Panel:
        """Bright if it can be played; at the bottom, what to type."""
        style = LIT_CARD if card in self.moves else DIM_CARD
        return Panel(Align.center(Text(self.teller.face(card))), subtitle=card, width=width, style=style)

    def other_moves(self) -> list[Text]:
        """What can be done besides playing a card."""
        cards = self.cards()
        moves = [move for move in self.moves if move not in cards]
        if not moves:
            return []
        line = Text(self.teller.words["moves" if len(moves) == len(self.moves) else "also"], "dim")
        for move in moves:
            meaning = self.teller.named("moves", move)
            line.append(f"  {move}", "bold").append(f" – {meaning}" if meaning else "", "dim")
        return [line]


def tall_digits(number: str) -> str:
    if not set(number) <= set(DIGITS):
        return number
    places = [4 * DIGITS.index(digit) for digit in number]
    return "\n".join(" ".join(row[place : place + 3] for place in places) for row in TALL_DIGITS)


# Played


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
        self.told = 0  # entries of the log
        self.story: list[Text] = []

    def play(self) -> None:
        self.tell(self.match.view(ME))
        while not self.match.over:
            before = self.match.view(ME)
            self.match.play(*self.next_move(before))
            self.tell(before)
        self.finish()

    def next_move(self, view: View) -> tuple[int, str]:
        early, late = bots_to_act(view)
        if ME in view["actors"] and not early:
            move = self.ask(may_wait=bool(late))
            if move is not None:
                return ME, move
        seat = (early or late)[0]
        return seat, self.let_think(seat)

    def tell(self, before: View) -> None:
        """What has come into the log since, as seat 0 saw it."""
        after = self.match.view(ME)
        log = self.match.log_seen_by(ME)
        for entry in log[self.told :]:
            events = self.match.game.notation.tell(before, entry.seat, entry.move, after)
            if events:
                self.add_to_story(self.teller.line(events))
        self.told = len(log)

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
            self.show(Text(self.words["thinking"].format(name=self.teller.names[seat]), "dim"))
        move, think_ms = self.bot.choose(self.match.seen(seat))
        if not self.fast:
            self.pause(min(think_ms / 2000, LONGEST_PAUSE))
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
        if typed in ("regeln", "rules"):
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
        rules = Markdown(self.match.game.rulebook(self.teller.language))
        if not self.live:
            self.console.print(rules)
            return
        os.environ.setdefault("LESS", "-R")  # let the pager show bold and colours
        with self.console.pager(styles=True):
            self.console.print(rules, width=min(self.console.width, WIDEST))
        self.show(self.keys())

    def help(self) -> RenderableType:
        moves = self.words["help_move"].format(moves=", ".join(self.match.moves(ME)))
        keys = Table.grid(padding=(0, 2))
        for key, words in self.words["help"]:
            keys.add_row(Text(key, "bold"), words)
        return Group(Text(moves), keys, *self.options())

    def options(self) -> list[Text]:
        """How this table plays, where the game leaves a choice."""
        texts = self.teller.texts.get("options", {})
        chosen = [f"{texts[name]['name']}: {texts[name]['values'][x]}" for name, x in self.match.options.items()]
        return [Text(f"{self.words['help_options']}: {' · '.join(chosen)}", "dim")] if chosen else []

    # The end

    def finish(self) -> None:
        if self.live:
            self.show()
        result = self.match.result
        assert result is not None
        winners = [name for name, place in zip(self.teller.names, result.places, strict=True) if place == 1]
        words = self.words["you_won" if result.places[ME] == 1 else "you_lost"].format(
            winners=self.words["and"].join(winners), place=result.places[ME], seats=self.match.seats
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


def bots_to_act(view: View) -> tuple[list[int], list[int]]:
    """Those who act out of turn, before it is too late for them; and those whom the person may forestall."""
    bots = [seat for seat in view["actors"] if seat != ME]
    turn = view.get("turn")
    early = [seat for seat in bots if turn is not None and seat != turn]
    return early, [seat for seat in bots if seat not in early]
