import { expect, test } from "vitest";
import type { Chair, Game } from "../../protocol";
import { Cells } from "../cells";
import { CHOICES } from "../choices";
import type { Event, Row, View } from "../module";
import { racesWith, usualOptions } from "..";
import type { EventOf } from "../events";
import { lastCards, lastScoring, scoreSheet, upToLastScoring, type BlitzEvent } from "./events";
import { scenes } from "./scenes";
import { blitzOf, diceBeside, diceInMiddle, diceOn, isFree, COLOURS, PACK, parkedAt, taskAt, type Die } from "./state";

const SHAPES: Record<string, number[]> = {
  seats: [],
  pace: [],
  tasks: [],
  stage: [],
  round_now: [],
  pass_now: [],
  mix: [],
  turn: [],
  caller: [],
  left: [],
  puts: [],
  points: [4],
  value: [40],
  where: [40],
  whose: [40],
  at_card: [40],
  order: [40],
  dyed: [40],
  room: [4, 3],
  trial: [],
  mix_asks: [],
  hand: [4],
  parked: [4, 3],
  lies: [4, 3, 9, 2],
  card: [4, 3],
  kind: [4, 3],
  target: [4, 3],
  colour: [4, 3, 9],
  values: [4, 3, 9],
  other: [4, 3, 9],
  style: [4, 3, 9],
};

const upTo = (last: number): string[] => Array.from({ length: last }, (_, i) => String(i + 1));

function gameOf(): Game {
  let first = 0;
  const fields: Game["fields"] = {};
  for (const [name, shape] of Object.entries(SHAPES)) {
    fields[name] = { first, shape, sees: "all" };
    first += shape.reduce((product, length) => product * length, 1);
  }
  // Any numbers will do: the page knows only their names.
  const choices = Object.fromEntries(
    Object.entries(CHOICES.blitzgriff).map(([field, names]) => [
      field,
      Object.fromEntries(names.map((name, i) => [name, 7 * i - 3])),
    ]),
  );
  return {
    name: "blitzgriff",
    fields,
    choices,
    cells: first,
    kinds: {
      take: { template: "take {die}", arguments: { die: upTo(40) } },
      put: { template: "put {card}.{field}", arguments: { card: upTo(3), field: upTo(9) } },
      beside: { template: "beside {card}", arguments: { card: upTo(3) } },
      park: { template: "park {card}", arguments: { card: upTo(3) } },
      move: { template: "move {card}.{field}", arguments: { card: upTo(3), field: upTo(9) } },
    },
    ids: { task: PACK.map((task) => task.id!) },
  } as unknown as Game;
}
const game = gameOf();
const number = (field: string, name: string): number => game.choices[field]![name]!;
const chairs = ["Anna", "Ben"].map((name, colour): Chair => ({
  kind: "human",
  name,
  colour,
  picture: colour,
  level: null,
  here: true,
  away: false,
  misreckoned: 0,
  handicap: 0,
}));

/** Two seats in the calm pace; seat 0 has a Zielwert, a Türme and a Verwirrmix card; every die shows 3. */
function begun(): View {
  const tasks = ["zielwert-01", "tuerme-01", "mix-01"].map((id) => PACK.find((task) => task.id === id)!);
  let cells = new Cells(game, new Array<number>(game.cells).fill(0)).with([
    ["seats", 2],
    ["stage", number("stage", "grabbing")],
    ["pace", number("pace", "calm")],
    ["mix", 3],
  ]);
  for (let die = 0; die < 40; die += 1)
    cells = cells.with([
      ["value", 3, die],
      ["where", number("where", "middle"), die],
      ["dyed", number("dyed", COLOURS[Math.floor(die / 4)]!), die],
    ]);
  for (const seat of [0, 1]) {
    tasks.forEach((task, card) => {
      cells = cells.with([
        ["card", PACK.indexOf(task), seat, card],
        ["room", task.kind === "tuerme" ? 2 : 1, seat, card],
        ["kind", number("kind", task.kind), seat, card],
        ["target", task.target, seat, card],
      ]);
      task.asks.forEach(({ colour, values, other, style }, field) => {
        const mask = values.reduce((bits, value) => bits | (1 << value), 0);
        cells = cells.with([
          ["colour", number("colour", colour), seat, card, field],
          ["values", mask, seat, card, field],
          ["other", number("other", other), seat, card, field],
          ["style", number("style", style), seat, card, field],
        ]);
      });
    });
  }
  return { game, options: { pace: "calm" }, cells: cells.all, story: [], chairs, you: 0, moves: [], actors: 1 };
}

const numbers = (dice: readonly Die[]) => dice.map(({ die }) => die);

/** Seat 0 has taken a die; the server says so. */
function holding(die: number, seat = 0): View {
  const view = begun();
  return {
    ...view,
    cells: new Cells(game, view.cells).with([
      ["hand", die + 1, seat],
      ["where", number("where", "in_hand"), die],
      ["whose", seat, die],
    ]).all,
  };
}
/** … and it lies on a field now. */
function lying(die: number, seat: number, card: number, field: number): View {
  const view = begun();
  return {
    ...view,
    cells: new Cells(game, view.cells).with([
      ["where", number("where", "on_field"), die],
      ["whose", seat, die],
      ["at_card", card, die],
      ["lies", die + 1, seat, card, field, 0],
    ]).all,
  };
}
const sending = (view: View, ...moves: string[]): View => ({ ...view, sending: moves });

test("what has not changed is the same object: nothing is drawn again", () => {
  const view = begun();
  const now = sending(view, "take 17", "put 2.5");
  expect(diceOn(now, 0, 0)).toBe(diceOn(view, 0, 0));
  expect(diceOn(now, 0, 1)).not.toBe(diceOn(view, 0, 1));
  expect(diceBeside(now, 0, 1)).toBe(diceBeside(view, 0, 1));
});

test("a card is read from the cells as the pack has it", () => {
  expect([0, 1, 2].map((card) => taskAt(begun(), 0, card))).toEqual(
    ["zielwert-01", "tuerme-01", "mix-01"].map((id) => PACK.find((task) => task.id === id)),
  );
  expect(PACK).toHaveLength(84);
});

test("what is sent is shown at once: in the hand, then where it was put", () => {
  const taken = sending(begun(), "take 17");
  expect([blitzOf(taken).hand[0], diceInMiddle(taken).length]).toEqual([16, 39]);
  const put = sending(begun(), "take 17", "put 2.5");
  expect([numbers(diceOn(put, 0, 1)[4]!), blitzOf(put).hand[0], diceInMiddle(put).length]).toEqual([[16], null, 39]);
  expect(numbers(diceBeside(sending(begun(), "take 17", "beside 3"), 0, 2))).toEqual([16]);
  const two = sending(begun(), "take 17", "put 2.5", "take 3", "park 2");
  expect([numbers(diceOn(two, 0, 1)[4]!), parkedAt(two, 0, 1), diceInMiddle(two).length]).toEqual([[16], 2, 38]);
});

test("… and once: what the server has said meanwhile, what it refused, and what is not our turn is as the cells say", () => {
  const held = sending(holding(16), "take 17");
  expect([blitzOf(held).hand[0], diceInMiddle(held).length]).toEqual([16, 39]);
  expect(numbers(diceOn(sending(holding(16), "take 17", "put 2.5"), 0, 1)[4]!)).toEqual([16]);
  const put = sending(lying(16, 0, 1, 4), "put 2.5");
  expect([numbers(diceOn(put, 0, 1)[4]!), blitzOf(put).hand[0]]).toEqual([[16], null]);
  const gone = sending(holding(16, 1), "take 17"); // another one was quicker
  expect(blitzOf(gone).hand).toEqual([null, 16, null, null]);
  expect(diceInMiddle(sending({ ...begun(), actors: 2 }, "take 17"))).toHaveLength(40);
});

test("a die that waits beside a tower is shown on it while that is on its way", () => {
  const view = begun();
  const parked = {
    ...view,
    cells: new Cells(game, view.cells).with([
      ["parked", 5, 0, 1],
      ["where", number("where", "parked"), 4],
    ]).all,
  };
  const moving = sending(parked, "move 2.9");
  expect([parkedAt(parked, 0, 1), parkedAt(moving, 0, 1), numbers(diceOn(moving, 0, 1)[8]!)]).toEqual([4, null, [4]]);
});

test("BG-G2, BG-G3 every free place is offered, right or wrong; how many dice a field takes is the server's to say", () => {
  const view = begun();
  expect(isFree(view, 0, 0, 4)).toBe(false); // the centre of a Zielwert card
  expect(isFree(view, 0, 0, 0)).toBe(true);
  expect(isFree(lying(16, 0, 0, 0), 0, 0, 0)).toBe(false);
  expect(isFree(lying(16, 0, 1, 0), 0, 1, 0)).toBe(true);
  expect(isFree(sending(lying(16, 0, 1, 0), "take 1", "put 2.1"), 0, 1, 0)).toBe(false);
});

type Dealt = EventOf<"blitzgriff", "deals">["task"];
test("BG-X3 from the page a table opens with blitz; calm is the other choice", () => {
  expect(usualOptions(game)).toEqual({ pace: "blitz" });
  expect([racesWith(game, { pace: "blitz" }), racesWith(game, { pace: "calm" })]).toEqual([true, false]);
});

const laid = (kind: "puts" | "takes", seat: number): BlitzEvent =>
  ({ kind, seat, die: 17, colour: "orange", value: 3, card: 1, field: 2, level: 1 }) as BlitzEvent;
const SCORING: BlitzEvent[] = [
  { kind: "ends", round: 1, pass: 1 },
  { kind: "scores", seat: 1, card: 1, die: 17, field: 2, level: 1, why: "wrong", points: -1 },
  { kind: "card_points", seat: 1, card: 1, points: -1 },
  { kind: "missed", seat: 1, die: 3, colour: "rot", value: 3, card: 2, field: 1, level: 1 },
  { kind: "check", seat: 1, dice: 1, points: -1 },
  { kind: "total", seat: 1, points: -2, total: -2 },
  { kind: "total", seat: 0, points: 0, total: 0 },
];

const row = (events: readonly BlitzEvent[], before: View, after: View): Row => ({
  seat: 1,
  move: "",
  times: 1,
  events: events as Event[],
  before: before.cells,
  after: after.cells,
});

test("others' dice travel, one's own do not; in a race nothing is waited for", () => {
  const view = begun();
  const taken = row([laid("takes", 1)], view, holding(16, 1));
  expect(scenes([taken], view)[0]!.travels).toEqual([{ from: "die-17", to: "seat-1", piece: "orange 3" }]);
  expect(scenes([taken], { ...view, you: 1 })[0]!.travels).toEqual([]);
  const live = scenes([taken], { ...view, options: { pace: "blitz" } });
  expect(live.every((scene) => scene.quick && scene.travels.length === 0)).toBe(true);
  expect(live.at(-1)!.cells).toBe(taken.after);
});

test("the end of a pass is reported over the table as it lay, before the next one is laid out", () => {
  const held = holding(16, 1);
  const next = begun(); // everything is different in the next pass
  const list = scenes([row([laid("puts", 1), ...SCORING], held, next)], held);
  expect(list[0]!.travels).toEqual([{ from: "seat-1", to: "card-1-0", piece: "orange 3" }]);
  const report = list.find((scene) => scene.report)!;
  expect(report.cells).toBe(held.cells);
  expect((report.report as BlitzEvent[]).at(-1)).toEqual(SCORING.at(-1));
  expect(list.at(-1)!.cells).toBe(next.cells);
});

test("a scoring by seats, in the order told; the sheet of all passes", () => {
  const [first, second] = lastScoring(SCORING);
  expect([first!.seat, first!.points, first!.cards, first!.missed.length, first!.check?.points]).toEqual([
    1,
    -2,
    [-1, 0, 0],
    1,
    -1,
  ]);
  expect(second!.seat).toBe(0);
  expect(scoreSheet([...SCORING, ...SCORING], 2)).toHaveLength(2);
  expect(scoreSheet(SCORING, 2)[0]).toEqual({ round: 1, pass: 1, points: [0, -2], trial: false });
  const trial: BlitzEvent = { kind: "trial", round: 1 };
  expect(scoreSheet([SCORING[0]!, trial, ...SCORING.slice(1)], 2)[0]!.trial).toBe(true);
  expect(upToLastScoring([laid("puts", 1)])).toBeNull();
});

test("BG-C3 the report knows whose cards they were, after they were handed on to the left", () => {
  const deals = [0, 1].flatMap((seat) =>
    [1, 2, 3].map((card): BlitzEvent => ({ kind: "deals", seat, card, task: PACK[10 * seat + card]!.id as Dealt })),
  );
  expect(lastCards([...deals, ...SCORING], 2)![0]!.map((task) => task.id)).toEqual([1, 2, 3].map((n) => PACK[n]!.id));
  expect(lastCards([...deals, ...SCORING, { kind: "hand_on" }, ...SCORING], 2)![0]!.map((task) => task.id)).toEqual(
    [11, 12, 13].map((n) => PACK[n]!.id),
  );
  expect(lastCards(SCORING, 2)).toBeNull();
});

test("BG-X4 a board knows that its round is for practice", () => {
  const view = begun();
  const trial = (shown: number) =>
    blitzOf({ ...view, cells: new Cells(game, view.cells).with([["trial", shown]]).all });
  expect([trial(1).trial, trial(0).trial]).toEqual([true, false]);
});
