"""A finished match as a document that anyone can check: with its secret, every entropy and every draw's weights."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, cast

from msgspec import Raw, Struct, msgpack
from msgspec.structs import replace

from spieltisch.kernel import CHANCE, CLOCK, EVERYONE, Game, Match, Refused
from spieltisch.kernel.chance import Seeded
from spieltisch.kernel.errors import shown
from spieltisch.kernel.log import NO_TIME, UNDO, moves_of
from spieltisch.kernel.referee import NO_CLAIM
from spieltisch.table import entries, fairness
from spieltisch.table.entries import LogEntry
from spieltisch.table.messages import Frame, SeatChange
from spieltisch.table.state import GameNamed, TableState
from spieltisch.table.transcript import ToldMove, Transcript

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


class LogLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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


class Seated(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat on a chair when the match began; `names` has the names."""

    kind: Literal["human", "bot"]
    level: str | None = None  # of a bot


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["spieltisch match"]
    table: str
    number: int
    game: str
    rules: int
    options: dict[str, str]
    names: list[str]  # when the match began
    commitment: str
    secret: str
    people: list[Person]
    outcomes: list[str]  # of Chance, in the order of the weights
    log: list[LogLine]
    places: list[int]
    points: list[int]
    version: int = 1  # of the protocol by which its dice were made (fairness.py); since 2 also:
    start: str = ""  # the hash of all that everybody was shown
    chairs: list[Seated] = []
    changes: list[SeatChange] = []


def document_of(table: str, game_named: GameNamed, log: Sequence[LogEntry], number: int) -> Document | None:
    """The match with this number, from its table's log; None: it did not end, or there is none."""
    facts = _Facts(TableState(table, game_named))
    for entry in log:
        if isinstance(entry.what, entries.Over) and facts.state.number == number:
            return facts.document(entry.what)
        facts.take(entry)
    return None


class _Facts:
    """What a document needs, gathered while a table's log goes by."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.start: fairness.MatchStart | None = None
        self.log: list[LogLine] = []

    def take(self, entry: LogEntry) -> None:
        self.state.note(entry)
        match entry.what:
            case entries.Began(draws):
                self.start, self.log = self.state.start, self.lines(draws, None)
            case entries.Played(seat, move, at, draws, claimed, missed):
                times = None if claimed is None else (claimed.made, claimed.came)
                late = [Late(miss.seat, miss.move, miss.made, miss.came) for miss in missed]
                self.log += [LogLine(seat, move, at, claimed=times, missed=late), *self.lines(draws, at)]

    def lines(self, draws: Raw, at: int | None) -> list[LogLine]:
        texts, drawn = self.state.game.outcomes.texts, entries.drawn_in(draws)
        return [LogLine(CHANCE, texts[draw.outcome], at, draw.to, draw.weights) for draw in drawn]

    def document(self, over: entries.Over) -> Document:
        state, start = self.state, self.start
        assert start is not None
        hashes, entropies = state.hashes, state.entropies
        document = Document(
            KIND,
            state.table,
            state.number,
            state.game.name,
            start.rules,
            state.options,
            [chair.name for chair in start.chairs],
            start.commitment.hex(),
            state.secret.hex(),
            [Person(seat, hashes[seat].hex(), entropies[seat].hex()) for seat in sorted(hashes)],
            list(state.game.outcomes.texts),
            self.log,
            list(over.places),
            list(over.points),
        )
        if state.dice == 1:
            return document
        chairs = [Seated("human" if chair.kind == "human" else "bot", chair.level or None) for chair in start.chairs]
        digest = start.digest().hex()
        return replace(document, version=state.dice, start=digest, chairs=chairs, changes=state.changes)


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
    """Commitment, entropies, start, every draw, and the whole match by the rules; what is wrong first is raised.

    Where the rules are known no longer, the dice can still be checked.
    """
    if document.version not in (1, fairness.VERSION):
        raise Wrong("version", f"its dice are of version {document.version}: update this program to check them")
    secret = from_hex("secret", document.secret)
    if fairness.commitment(secret).hex() != document.commitment:
        raise Wrong("commitment", "the secret is not the one that was committed to before the match")
    entropies = {person.seat: checked_entropy(document, person) for person in document.people}
    if len(entropies) != len(document.people):
        raise Wrong("entropy", "a seat has two entropies")
    start = start_of(document)
    if document.version > 1:
        check_start(document, start)
        check_changes(document)
    check_draws(document, fairness.stream(secret, start, entropies, document.version))
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


def checked_entropy(document: Document, person: Person) -> bytes:
    entropy, committed = from_hex("entropy", person.entropy), from_hex("commitment", document.commitment)
    if fairness.entropy_hash(committed, person.seat, entropy, document.version).hex() != person.hash:
        raise Wrong("entropy", f"the entropy of seat {person.seat} is not the one whose hash was published")
    return entropy


def start_of(document: Document) -> fairness.MatchStart:
    """Of version 1 only the table counts."""
    chairs = zip(document.chairs, document.names, strict=False)
    return fairness.MatchStart(
        document.table,
        document.number,
        document.game,
        document.rules,
        document.options,
        [fairness.Occupant(chair.kind, name, chair.level or "") for chair, name in chairs],
        from_hex("commitment", document.commitment),
        {person.seat: from_hex("entropy", person.hash) for person in document.people},
    )


def check_changes(document: Document) -> None:
    """Who sat down and stood up later is the server's word; but it must be a story that can be."""
    rows = [change.row for change in document.changes]
    if rows != sorted(rows) or any(not 0 < row <= len(document.log) for row in rows):
        raise Wrong("changes", "somebody sat down, stood up or paused where the match has no row")
    if any(not -1 <= change.seat < len(document.names) for change in document.changes):
        raise Wrong("changes", "somebody sat down, stood up or paused at a seat that there is not")


def check_start(document: Document, start: fairness.MatchStart) -> None:
    """All that the players were shown; and exactly the people among them have added to the dice."""
    if len(document.chairs) != len(document.names) or set(start.hashes) != start.people:
        raise Wrong("start", "those who added to the dice are not the people who sat at the table")
    if start.digest().hex() != document.start:
        raise Wrong("start", "table, match, rules, options, players or hashes are not those of the start")


class Noted(NamedTuple):
    """What a client's own notes tell of a match."""

    seats: int  # of that client
    unplayed: int  # starts before it for which the client revealed, and which came to nothing
    rows: int  # so many moves, Chance's among them, the client was told as the document has them


def check_noted(document: Document, notes: Sequence[fairness.Note], game_named: GameNamed) -> Noted:
    """What a client wrote down by itself before the match: nobody else can check that."""
    table, number = document.table, document.number
    mine = [note for note in notes if (note.table, note.number) == (table, number)]
    if not mine:
        raise Wrong("noted", f"your notes hold nothing of match {number} of this table")
    for note in mine:
        check_note(document, note)
        check_transcript(document, note, game_named(document.game))
    unplayed = {note.number for note in notes if fairness.unplayed_before(note, table, number)}
    return Noted(len({note.seat for note in mine}), len(unplayed), max(note.rows for note in mine))


def check_note(document: Document, note: fairness.Note) -> None:
    if document.version < note.version:
        raise Wrong("version", f"you noted a start of version {note.version}, this file says {document.version}")
    if note.commitment != document.commitment:
        raise Wrong("commitment", f"you noted {shown(note.commitment)}, the match says {document.commitment}")
    if note.version > 1 and not note.start:
        raise Wrong("start", f"your device was not asked to reveal for seat {note.seat}: the match began without it")
    if note.entropy not in [person.entropy for person in document.people if person.seat == note.seat]:
        raise Wrong("entropy", f"the match was not dealt with what your device added for seat {note.seat}")
    if note.version > 1 and note.start != document.start:
        raise Wrong("start", "your device was shown another start: other players, hashes, options or rules")


def check_transcript(document: Document, note: fairness.Note, game: Game) -> None:
    """All that the client was told of the match, as far as it has noted it, is what the document says."""
    if not note.head:
        return
    if note.rows > len(document.log) or note.changes > len(document.changes):
        raise Wrong("transcript", "your device was told of more than the match has")
    told = [told_to(note.seat, line, game) for line in document.log[: note.rows]]
    transcript = Transcript(from_hex("start", document.start))
    transcript.extend(told, document.changes[: note.changes])
    if transcript.head.hex() != note.head:
        raise Wrong("transcript", "your device was told of other moves, or of other people at the table")


def told_to(seat: int, line: LogLine, game: Game) -> ToldMove:
    """As this seat was told it while the match was played."""
    to = EVERYONE if line.to is None else line.to
    receiver = line.seat if line.seat >= 0 else to
    table = moves_of(game, line.seat)
    unseen = receiver not in (seat, EVERYONE) and line.move != UNDO and line.seat != CLOCK
    if unseen and line.move not in table.number:
        raise Wrong("transcript", f"this program does not know the move {shown(line.move)}: an older release does")
    move = table.texts_to(others=True)[table.number[line.move]] if unseen else line.move
    return ToldMove(line.seat, move, to, NO_TIME if line.at is None else line.at, *(line.claimed or NO_CLAIM))


def check_draws(document: Document, stream: Seeded) -> None:
    """Every draw follows from the stream and its weights: no rule is needed for it."""
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
        match = played(document, game_named)
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


def played(document: Document, game_named: GameNamed) -> Match:
    """The match as the document tells it, every line checked."""
    match = begin(document, game_named)
    for number, line in enumerate(document.log, start=1):
        check_line(match, number, line)
    return match


def check_line(match: Match, number: int, line: LogLine) -> None:
    try:
        match.play_and_tell(line.seat, line.move, line.at, line.claimed or NO_CLAIM)
    except Refused as refused:
        raise Wrong("rules", f"entry {number}: {refused}") from None
    drawn = entries.drawn_in(match.last.draws)[0][1:] if line.seat == CHANCE else (None, None)
    if (line.to, line.weights) != drawn:
        raise Wrong("rules", f"entry {number}: the weights or the receiver are not as the rules say")


class Replay(Struct, frozen=True):
    """A match to look at, all hands open: every cell at the start, then a frame for each entry of its log."""

    cells: list[int]
    frames: list[Frame]


def replay_of(document: Document, game_named: GameNamed) -> Replay | None:
    """For those who may see it. None: its version of the rules was dropped, so nobody can tell."""
    if game_named(document.game).has_dropped(document.rules):
        return None
    cells, frames = played(document, game_named).open_frames()
    return Replay(cells, cast(list[Frame], msgpack.decode(frames)))  # as short as they are
