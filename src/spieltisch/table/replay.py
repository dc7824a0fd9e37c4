"""A finished match as a document that anyone can check: with its secret, every entropy and every draw's weights."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from spieltisch.kernel import CHANCE, Match, Refused
from spieltisch.kernel.cells import changes, values
from spieltisch.kernel.chance import Drawn
from spieltisch.kernel.errors import shown
from spieltisch.table import entries, fairness
from spieltisch.table.entries import Logged
from spieltisch.table.state import GameNamed

KIND: Literal["spieltisch match"] = "spieltisch match"


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person's client added to the dice."""

    seat: int
    hash: str
    entropy: str


class Late(Struct, frozen=True, forbid_unknown_fields=True):
    """A claim that another's preceded: when it counted as made, and when it came."""

    seat: int
    move: str
    made: int
    came: int


class Line(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A move; one of Chance (seat −1) also says who alone saw it (−1: all) and by what weights it was drawn; where all
    play at the same time, when it counted as made and when it came, and which claims came to nothing before it.
    """

    seat: int
    move: str
    at: int | None = None
    to: int | None = None
    weights: list[int] | None = None
    claimed: tuple[int, int] | None = None
    missed: list[Late] = []


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["spieltisch match"]
    table: str
    number: int
    game: str
    rules: int
    options: dict[str, str]
    names: list[str]
    commitment: str
    secret: str
    people: list[Person]
    outcomes: list[str]  # of Chance, in the order of the weights
    log: list[Line]
    places: list[int]
    points: list[int]


def document_of(table: str, game_named: GameNamed, log: Sequence[Logged], number: int) -> Document | None:
    """The match with this number, from its table's log; None: it did not end, or there is none."""
    facts = _Facts(table, game_named)
    for entry in log:
        facts.take(entry.what)
        if isinstance(entry.what, entries.Over) and facts.number == number:
            return facts.document(entry.what)
    return None


class _Facts:
    """What a document needs, gathered while a table's log goes by."""

    def __init__(self, table: str, game_named: GameNamed) -> None:
        self.table, self.game_named = table, game_named
        self.number = 0
        self.names: list[str] = []
        self.log: list[Line] = []

    def take(self, what: entries.Any) -> None:
        match what:
            case entries.Opened(game, rules, seats, options):
                self.game, self.rules, self.options = self.game_named(game), rules, options
                self.names = [""] * seats
            case entries.Sat(seat, name) | entries.BotSat(seat, name):
                self.names[seat] = name
            case entries.Committed(secret):
                self.secret = secret
                self.number += 1
            case entries.Asked(rules):
                self.rules = rules or self.rules
                self.hashes: dict[int, bytes] = {}
                self.entropies: dict[int, bytes] = {}
            case entries.Hashed(seat, hashed):
                self.hashes[seat] = hashed
            case entries.Revealed(seat, entropy):
                self.entropies[seat] = entropy
            case entries.Began(draws):
                self.log = self.lines(draws, None)
            case entries.Played(seat, move, at, draws, claimed, missed):
                times = None if claimed is None else (claimed.made, claimed.came)
                late = [Late(miss.seat, miss.move, miss.made, miss.came) for miss in missed]
                self.log += [Line(seat, move, at, claimed=times, missed=late), *self.lines(draws, at)]

    def lines(self, draws: Sequence[Drawn], at: int | None) -> list[Line]:
        texts = self.game.outcomes.texts
        return [Line(CHANCE, texts[draw.outcome], at, draw.to, draw.weights) for draw in draws]

    def document(self, over: entries.Over) -> Document:
        people = [Person(seat, self.hashes[seat].hex(), self.entropies[seat].hex()) for seat in sorted(self.hashes)]
        return Document(
            KIND, self.table, self.number, self.game.name, self.rules, self.options, self.names,
            fairness.commitment(self.secret).hex(), self.secret.hex(), people,
            list(self.game.outcomes.texts), self.log, list(over.places), list(over.points),
        )


class Wrong(ValueError):
    """What is wrong with a document; `check` names the check that found it."""

    def __init__(self, check: str, why: str) -> None:
        super().__init__(why)
        self.check = check


class Checked(NamedTuple):
    """What was checked, for telling it in words."""

    people: int
    draws: int
    moves: int
    by_rules: bool  # False: its version of the rules was dropped, so moves and result were not checked


def verify(document: Document, game_named: GameNamed) -> Checked:
    """Commitment, entropies, every draw, and the whole match by the rules; the first thing that is wrong is raised.

    Where the rules are known no longer, the dice can still be checked.
    """
    secret = from_hex("secret", document.secret)
    if fairness.commitment(secret).hex() != document.commitment:
        raise Wrong("commitment", "the secret is not the one that was committed to before the match")
    entropies = {person.seat: checked_entropy(person) for person in document.people}
    if len(entropies) != len(document.people):
        raise Wrong("entropy", "a seat has two entropies")
    check_draws(document, secret, entropies)
    by_rules = check_rules(document, game_named)
    draws = sum(line.seat == CHANCE for line in document.log)
    return Checked(len(entropies), draws, len(document.log) - draws, by_rules)


def from_hex(what: str, text: str) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != fairness.SECRET:
        raise Wrong(what, f"the {what} is not {fairness.SECRET} bytes in hexadecimal")
    return value


def checked_entropy(person: Person) -> bytes:
    entropy = from_hex("entropy", person.entropy)
    if fairness.commitment(entropy).hex() != person.hash:
        raise Wrong("entropy", f"the entropy of seat {person.seat} is not the one whose hash was published")
    return entropy


def check_draws(document: Document, secret: bytes, entropies: dict[int, bytes]) -> None:
    """Every draw follows from the secret, the entropies and its weights: no rule is needed for it."""
    stream = fairness.stream(secret, document.table, entropies)
    for number, line in enumerate(document.log, start=1):
        if line.seat != CHANCE:
            continue
        weights = line.weights or []
        if len(weights) != len(document.outcomes) or min(weights, default=0) < 0 or not 0 < sum(weights) < 2**63:
            raise Wrong("draws", f"entry {number}: a move of Chance needs a weight for each outcome")
        outcome, stream = stream.next(weights)
        if line.move != document.outcomes[outcome]:
            raise Wrong("draws", f"entry {number}: the dice gave {document.outcomes[outcome]}, not {shown(line.move)}")


def check_rules(document: Document, game_named: GameNamed) -> bool:
    """The whole match, move by move: everything legal, all weights and the result as the rules say.

    False: its version of the rules was dropped, so nobody can tell.
    """
    try:
        if game_named(document.game).has_dropped(document.rules):
            return False
        match = begin(document, game_named)
        for number, line in enumerate(document.log, start=1):
            check_line(match, number, line)
    except (Refused, ValueError) as error:
        if isinstance(error, Wrong):
            raise
        raise Wrong("rules", str(error)) from None
    result = match.result
    if result is None or (list(result.places), list(result.points)) != (document.places, document.points):
        raise Wrong("rules", "the match did not end with this result")
    return True


def begin(document: Document, game_named: GameNamed) -> Match:
    game = game_named(document.game)
    game.check_rules(document.rules)
    if tuple(document.outcomes) != game.outcomes.texts:
        raise Wrong("rules", "the outcomes of Chance are not those of the game, in their order")
    return Match(game, len(document.names), document.options, chance="manual", rules=document.rules)


def check_line(match: Match, number: int, line: Line) -> None:
    try:
        match.play(line.seat, line.move, line.at)
    except Refused as refused:
        raise Wrong("rules", f"entry {number}: {refused}") from None
    drawn = match.last.drawn[0][1:] if line.seat == CHANCE else (None, None)
    if (line.to, line.weights) != drawn:
        raise Wrong("rules", f"entry {number}: the weights or the receiver are not as the rules say")


class Frames(Struct, frozen=True):
    """A match to look at, step by step: every cell at the start, then for each entry what changes (cell, value, …)
    and what it tells.
    """

    start: list[int]
    steps: list[list[int]]
    events: list[list[list[int]]]


def frames_of(document: Document, game_named: GameNamed) -> Frames | None:
    """All hands open: for those who may see them. None: its version of the rules was dropped, so nobody can tell."""
    if game_named(document.game).has_dropped(document.rules):
        return None
    match = begin(document, game_named)
    start = values(match.game, match.last.after)
    steps, events = [], []
    for number, line in enumerate(document.log, start=1):
        check_line(match, number, line)
        public, other = changes(match.game, match.last.before, match.last.after)
        steps.append(public + [number for _, cell, value in other for number in (cell, value)])
        events.append(match.told)
    return Frames(start, steps, events)
