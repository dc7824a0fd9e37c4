"""The table as it is drawn, from a view of the person's seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.align import Align
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from spieltisch.kernel.languages import Texts
from spieltisch.terminal.words import ME, Teller

View = dict[str, Any]

NARROW = 72  # below it, the story stands under the seats, not beside them
OTHER_ROWS = 17  # of a narrow screen: what is neither seats nor story
LIT_CARD, DIM_CARD = "bold black on white", "dim"

DIGITS = "0123456789−"
TALL_DIGITS = (
    "█▀█ ▀█  ▀▀█ ▀▀█ █ █ █▀▀ █▀▀ ▀▀█ █▀█ █▀█    ",
    "█ █  █  █▀▀  ▀█ ▀▀█ ▀▀█ █▀█   █ █▀█ ▀▀█ ▀▀▀",
    "▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀    ",
)


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
            told = Story(story, max(self.height - OTHER_ROWS - seats, 2))
            return Group(self.facts(), *self.rows(), "", self.seats(), "", told)
        both = Table.grid(padding=(0, 3), expand=True)
        both.add_column()
        both.add_column(ratio=1)
        both.add_row(self.seats(), Story(story, max(min(self.height - OTHER_ROWS, 10), seats + 1)))
        return Group(self.facts(), *self.rows(), "", both)

    def labels(self, per_seat: bool) -> dict[str, str]:
        """The fields that the game's texts label: those of the table, or those with an entry for each seat."""
        labels: Texts = self.teller.texts.get("fields", {})
        return {x: labels[x] for x in labels if x in self.view and self.is_per_seat(x) == per_seat}

    def is_per_seat(self, field: str) -> bool:
        value = self.view[field]
        each = isinstance(value, list) and len(value) == self.view["seats"]
        return each and not self.teller.is_in_the_middle(field)

    def facts(self) -> RenderableType:
        large = self.teller.texts.get("large")
        facts = Table.grid(padding=(0, 2))
        for field, label in self.labels(per_seat=False).items():
            if field != large:
                facts.add_row(Text(label, "dim"), Text(self.teller.value(field, self.view[field]), "bold"))
        both = Table.grid(padding=(0, 4))
        both.add_row(*[self.tall(large)] if large else [], facts)
        return both

    def rows(self) -> list[RenderableType]:
        """Lists that belong side by side, one thing a row: trays, say, each with its card and its dice."""
        fields: Sequence[str] = self.teller.texts.get("rows", ())
        if not fields:
            return []
        rows = Table.grid(padding=(0, 2))
        for number, things in enumerate(zip(*(self.view[field] for field in fields), strict=True), start=1):
            rows.add_row(Text(str(number), "bold cyan"), *(Text(self.thing(thing)) for thing in things))
        return ["", rows]

    def thing(self, thing: object) -> str:
        """A card, or what several have laid: pairs of a seat and a number."""
        if isinstance(thing, list):
            return " ".join(f"{self.teller.names[seat][:2]}·{number}" for seat, number, *_ in thing)
        return self.teller.value("cards", thing)

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
