"""A table as its log tells it: fold the entries, and it stands as it stood. Nothing in here decides anything."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Raw, Struct
from msgspec.msgpack import Decoder

from spieltisch.kernel import Game, Match, Refusal, Result
from spieltisch.kernel.errors import OtherRules, UnknownGame
from spieltisch.kernel.referee import NO_CLAIM, MatchSnapshot
from spieltisch.table import entries, fairness
from spieltisch.table.day_clocks import HOUR_MS, DayClocks
from spieltisch.table.entries import LogEntry
from spieltisch.table.messages import SeatChange, Stage
from spieltisch.table.refusals import wrong_number

REMEMBERED = 64  # ids of commands, for each seat
PICTURES = 12
STAND_IN = "careful"  # the level that plays for somebody who is gone

GameNamed = Callable[[str], Game]
What = Literal["sat", "stood", "stood_in", "back", "paused", "resumed"]
CHANGES: dict[type, What] = {
    entries.Sat: "sat",
    entries.Stood: "stood",
    entries.TookOver: "stood_in",
    entries.CameBack: "back",
    entries.Paused: "paused",
    entries.Resumed: "resumed",
}

_parts = Decoder(list[Raw])


class Damaged(ValueError):
    """A log that cannot be: a gap, or Chance's moves are not those of the secret."""


class Snapshot(Struct, frozen=True):
    """The running match after entry `seq`: what came before need not be played again."""

    seq: int
    layout: str  # of the record: another one cannot be read
    match: MatchSnapshot
    days: DayClocks | None = None


@dataclass(frozen=True)
class BotSeat:
    """In whose place somebody sat down in mid-match."""

    name: str
    level: str


@dataclass(slots=True)
class Chair:
    """A place at the table. A person has a key; a bot has a level and no key."""

    name: str = ""
    colour: int = 0
    picture: int = 0
    key: bytes | None = None
    level: str | None = None
    away: bool = False  # a bot stands in for the person
    misreckoned: int = 0  # wrong numbers said in this match
    handicap: int = 0  # ms by which the seat begins a race later
    instead_of: BotSeat | None = None  # it plays here again when the person stands up
    closed: bool = False  # a person was sent away: it stays a bot's to the match's end
    since: int = 0  # sequence number of sitting down: the longest-seated has the lowest
    done: dict[int, None] = field(default_factory=dict)  # commands that have counted, in their order
    refused: dict[int, Refusal] = field(default_factory=dict)  # … and that were refused; of most the log says nothing

    @property
    def kind(self) -> Literal["empty", "human", "bot"]:
        if self.key is not None:
            return "human"
        return "empty" if self.level is None else "bot"

    @property
    def played_by(self) -> str | None:
        """The level of the bot that plays here now."""
        return STAND_IN if self.away else self.level

    def left_to_bot(self, closed: bool) -> "Chair":
        """The person stands up in mid-match. The looks stay: the bot's old ones may be somebody else's by now."""
        bot = self.instead_of or BotSeat(self.name, STAND_IN)
        return Chair(bot.name, self.colour, self.picture, level=bot.level, closed=closed)

    def remember(self, command: int) -> None:
        """Once, however many entries it led to."""
        self.done[command] = None
        if len(self.done) > REMEMBERED:
            del self.done[next(iter(self.done))]

    def refuse(self, command: int, why: Refusal) -> None:
        """It gets the same answer if it comes again."""
        self.refused.setdefault(command, why)
        if len(self.refused) > REMEMBERED:
            del self.refused[next(iter(self.refused))]


@dataclass
class FinishedMatch:
    number: int
    ended: Literal["over", "aborted", "cancelled"]
    secret: bytes


class TableState:
    """Everything about a table that outlives the server."""

    __slots__ = (
        "chairs", "changes", "days", "dice", "ended_by_rules", "entropies", "game", "game_named", "hashes", "held",
        "host", "match", "missing", "names", "number", "options", "past", "paused", "result", "rows", "rules",
        "rules_before", "secret", "seq", "settings", "shown", "stage", "start_digest", "table",
    )  # fmt: skip

    game: Game
    options: dict[str, str]
    settings: entries.Settings

    def __init__(self, table: str, game_named: GameNamed) -> None:
        self.table = table
        self.game_named = game_named
        self.seq = 0
        self.stage: Stage = "open"
        self.paused = False
        self.host: int | None = None
        self.chairs: list[Chair] = []
        self.held: dict[bytes, int] = {}  # which seat a key has opened since the match began,
        self.names: set[str] = set()  # and what those who sat there, people and bots, were called
        self.number = 0  # of the match that the secret is for
        self.shown = 0  # of the match on the table
        self.secret = b""
        self.dice = fairness.VERSION  # of the protocol by which the match's dice are made
        self.rules = 0  # the version by which the match on the table, or that is being started, is played
        self.rules_before = 0  # … by which the one before was, or the table was opened
        self.ended_by_rules = False  # the last match was ended because its version was dropped
        self.hashes: dict[int, bytes] = {}
        self.start_digest = b""  # of `start`, once all hashes are there: nothing of it changes any more
        self.entropies: dict[int, bytes] = {}
        self.missing: list[int] = []
        self.match: Match | None = None
        self.result: Result | None = None
        self.past: list[FinishedMatch] = []
        self.rows = 0  # of the match on the table, Chance's among them
        self.changes: list[SeatChange] = []  # what happened to its chairs
        self.days: DayClocks | None = None  # None: it is played now

    @classmethod
    def from_log(
        cls, table: str, game_named: GameNamed, log: Sequence[tuple[int, LogEntry]], snapshot: Snapshot | None = None
    ) -> "TableState":
        """Only the last match is played again, from the snapshot on if there is one of it."""
        state = cls(table, game_named)
        began = max((seq for seq, entry in log if isinstance(entry.what, entries.Began)), default=0)
        if snapshot is not None and not began < snapshot.seq <= len(log):
            snapshot = None
        for seq, entry in log:
            if seq != state.seq + 1:
                raise Damaged(f"entry {state.seq + 1} is missing from the log")
            try:
                if seq == began and snapshot is not None and not state._can_use(snapshot):
                    snapshot = None
                if seq >= began:
                    state._replay(entry.what, snapshot)
                state.note(entry)
                if snapshot is not None and seq == snapshot.seq:  # until now nobody knew whose turn it was
                    state.days = deepcopy(snapshot.days)
            except (Damaged, OtherRules, UnknownGame) as error:
                raise Damaged(str(error)) from error
            except Exception as error:  # what it says may tell what lies hidden: only its kind is passed on
                raise Damaged(f"entry {seq} of the log does not fit ({type(error).__name__})") from error
        return state

    @property
    def is_starting(self) -> bool:
        return self.stage in ("hashing", "revealing")

    @property
    def coming_rules(self) -> int:
        """The version by which the match is played that is on the table, or comes next."""
        return self.game.rules_version if self.stage in ("open", "over") else self.rules

    @property
    def dropped_rules(self) -> int | None:
        """The version of the last match, if it was dropped: so that match was ended, or only its result is left."""
        is_gone = self.ended_by_rules or (self.stage == "over" and self.match is None)
        return self.rules if is_gone else None

    @property
    def humans(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "human"]

    @property
    def to_act(self) -> Sequence[int]:
        """Seats that are waited for: to move, or for their part of the dice."""
        match self.stage:
            case "hashing":     return [seat for seat in self.humans if seat not in self.hashes]
            case "revealing":   return [seat for seat in self.humans if seat not in self.entropies]
            case "playing":     return () if self.match is None else self.match.actors
            case _:             return ()

    def note(self, entry: LogEntry) -> None:
        """One more entry; the match itself has moved on already."""
        self.seq += 1
        what, by, command = entry.what, entry.by, entry.id
        if isinstance(what, entries.Played):  # it only moves the match
            self.rows += 1 + count_parts(what.draws)
        else:
            self._seat(what)
            self._note_change(entry)
            self._go_on(what)
        if self.days is not None:
            self.days.note(entry, self.seq, self.stage, self.to_act)
        if by is None or command is None:
            return
        if isinstance(what, entries.Misreckoned):
            self.chairs[by].refuse(command, wrong_number(what.said, what.before).refusal)
        else:
            self.chairs[by].remember(command)

    def _seat(self, what: entries.AnyEntry) -> None:
        """Who sits where."""
        match what:
            case entries.Opened(game, rules, seats, options, settings):
                self.game = self.game_named(game)
                self.rules = self.rules_before = rules
                self.options, self.settings = options, settings
                self.chairs = [Chair() for _ in range(seats)]
                self.days = None if settings.pace_h is None else DayClocks(settings.pace_h * HOUR_MS)
            case entries.Sat(seat, name, colour, key, picture):
                bot = self._bot_at(seat)
                self.chairs[seat] = Chair(name, colour, shown(picture, seat), key, instead_of=bot, since=self.seq)
                self.held[key] = seat
                self.names.add(name)
            case entries.BotSat(seat, name, colour, level, picture):
                self.chairs[seat] = Chair(name, colour, shown(picture, seat), level=level, since=self.seq)
            case entries.Renamed(seat, name, colour, picture):
                chair = self.chairs[seat]
                chair.name, chair.colour, chair.picture = name, colour, picture
            case entries.Stood(seat, removed):
                self.chairs[seat] = self.chairs[seat].left_to_bot(removed) if self.stage == "playing" else Chair()
                self.host = None if self.host == seat else self.host
            case entries.Rekeyed(seat, key):
                self.chairs[seat].key = key
                self.held[key] = seat
            case entries.Hosts(seat):
                self.host = seat
            case entries.Chosen(options):
                self.options = options
            case entries.TookOver(seat):
                self.chairs[seat].away = True
            case entries.CameBack(seat):
                self.chairs[seat].away = False
            case entries.Handicapped(seat, ms):
                self.chairs[seat].handicap = ms
            case entries.Misreckoned(seat):
                self.chairs[seat].misreckoned += 1
            case entries.Began():
                for chair in self.chairs:
                    chair.misreckoned = 0
                self.held = {chair.key: seat for seat, chair in enumerate(self.chairs) if chair.key is not None}
                self.names = {chair.name for chair in self.chairs}

    def _note_change(self, entry: LogEntry) -> None:
        """Of a chair, while a match is played."""
        what = CHANGES.get(type(entry.what))
        if what is None or self.stage != "playing":
            return
        if isinstance(entry.what, entries.Paused | entries.Resumed):
            self.changes.append(SeatChange(self.rows, -1 if entry.by is None else entry.by, what, "", None))
        elif isinstance(entry.what, entries.Sat | entries.Stood | entries.TookOver | entries.CameBack):
            chair = self.chairs[entry.what.seat]
            self.changes.append(SeatChange(self.rows, entry.what.seat, what, chair.name, chair.played_by))

    def _bot_at(self, seat: int) -> BotSeat | None:
        """The one that plays there in mid-match."""
        chair = self.chairs[seat]
        return BotSeat(chair.name, chair.level) if self.stage == "playing" and chair.level is not None else None

    def _go_on(self, what: entries.AnyEntry) -> None:
        """From opening to the end of the match, and round again."""
        match what:
            case entries.Committed(secret):
                self.secret = secret
                self.number += 1
            case entries.Asked(rules, dice):
                self.rules, self.dice = rules or self.rules, dice
                self.stage, self.match, self.ended_by_rules = "hashing", None, False
                self.hashes, self.entropies, self.missing, self.result = {}, {}, [], None
            case entries.Hashed(seat, hashed):
                self.hashes[seat] = hashed
                if len(self.hashes) == len(self.humans):
                    self.stage, self.start_digest = "revealing", self.start.digest()
            case entries.Revealed(seat, entropy):
                self.entropies[seat] = entropy
            case entries.Cancelled(missing):
                self._end("cancelled")
                self.stage, self.missing = "open", missing
            case entries.Began(draws):
                self.stage, self.shown = "playing", self.number
                self.rows, self.changes = count_parts(draws), []
            case entries.Over(places, points):
                self._end("over")
                self.stage, self.result = "over", Result(places, points)
            case entries.Paused():
                self.paused = True
            case entries.Resumed():
                self.paused = False
            case entries.Aborted(why):
                self._end("aborted")
                self.stage, self.match, self.ended_by_rules = "open", None, why == "rules"

    def _end(self, how: Literal["over", "aborted", "cancelled"]) -> None:
        self.past.append(FinishedMatch(self.number, how, self.secret))
        self.rules_before = self.rules_before if how == "cancelled" else self.rules
        self.paused = False
        for chair in self.chairs:
            chair.away = chair.closed = False
            chair.instead_of = None

    # The match

    @property
    def start(self) -> fairness.MatchStart:
        """What everybody is shown when a match is about to begin."""
        return fairness.MatchStart(
            self.table,
            self.number,
            self.game.name,
            self.rules,
            self.options,
            [fairness.Occupant(chair.kind, chair.name, chair.level or "") for chair in self.chairs],
            fairness.commitment(self.secret),
            self.hashes,
        )

    def begin(self) -> Raw:
        """→ what Chance did first."""
        source = fairness.stream(self.secret, self.start, self.entropies, self.dice)
        self.match = Match(self.game, len(self.chairs), self.options, chance=source, rules=self.rules)
        return Raw(self.match.last.draws)

    def snapshot(self) -> Snapshot | None:
        """Worth keeping while a match runs."""
        if self.match is None or self.stage != "playing":
            return None
        return Snapshot(self.seq, layout_of(self.game, self.rules), self.match.to_snapshot(), deepcopy(self.days))

    def _can_use(self, snapshot: Snapshot) -> bool:
        """A record whose fields have changed is built again from the log."""
        sizes = {len(snapshot.match.record), len(snapshot.match.before)}
        return snapshot.layout == layout_of(self.game, self.rules) and sizes == {self.game.state.itemsize}

    def _replay(self, what: entries.AnyEntry, snapshot: Snapshot | None) -> None:
        """A match whose version of the rules was dropped stays away: who sat there and how it ended is left."""
        if isinstance(what, entries.Began | entries.Played) and self.game.has_dropped(self.rules):
            return
        match what:
            case entries.Began(draws):
                self._check(self.begin(), draws)
            case entries.Played(seat, move, at, draws, claimed):
                assert self.match is not None
                claim = NO_CLAIM if claimed is None else (claimed.made, claimed.came)
                if snapshot is None or self.seq >= snapshot.seq:
                    self.match.play_and_tell(seat, move, at, claim)
                    self._check(Raw(self.match.last.draws), draws)
                else:
                    drawn = [(draw.outcome, draw.to) for draw in entries.drawn_in(draws)]
                    self.match.append(seat, move, at, drawn, claim)
        if snapshot is not None and self.seq + 1 == snapshot.seq and self.match is not None:
            self.match.resume(snapshot.match)

    def _check(self, drawn: Raw, logged: Raw) -> None:
        if entries.drawn_in(drawn) != entries.drawn_in(logged):
            raise Damaged(f"Chance's moves in entry {self.seq + 1} are not those that follow from the match's secret")


def count_parts(packed: Raw) -> int:
    """Of a list, which need not be read for that."""
    return len(_parts.decode(packed))


def shown(picture: int | None, seat: int) -> int:
    """Before there were pictures nobody chose one."""
    return seat % PICTURES if picture is None else picture


def layout_of(game: Game, rules: int) -> str:
    """Which record a snapshot holds."""
    return f"{game.name} {rules} {game.state.descr}"
