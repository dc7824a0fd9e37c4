import { expect, test } from "vitest";
import type { Chair, Game } from "../../protocol";
import { Cells } from "../cells";
import type { View } from "../module";
import { lastCards, lastScoring, scoreSheet, upToLastScoring, type BlitzEvent } from "./events";
import { scenes } from "./scenes";
import { after, blitzOf, diceBeside, diceInMiddle, diceOn, foresee, isFree, KINDS, PACK, parkedAt, taskAt, type Die } from "./state";
import de from "./texts/de.json";
import en from "./texts/en.json";
import { pathsOf } from "../../i18n/words";

const SHAPES: Record<string, number[]> = {
  seats: [], pace: [], stage: [], round_now: [], pass_now: [], mix: [], turn: [], caller: [], left: [], puts: [], points: [4], value: [40], place: [40],
  order: [40], hand: [4], parked: [4, 3], lies: [4, 3, 9, 2], card: [4, 3], kind: [4, 3], target: [4, 3], colour: [4, 3, 9], values: [4, 3, 9],
  other: [4, 3, 9], style: [4, 3, 9],
};

function gameOf(): Game {
  let first = 0;
  const fields: Game["fields"] = {};
  for (const [name, shape] of Object.entries(SHAPES)) {
    fields[name] = { first, shape, sees: "all" };
    first += shape.reduce((product, length) => product * length, 1);
  }
  return { name: "blitzgriff", fields, cells: first, ids: { task: PACK.map((task) => task.id!) } } as unknown as Game;
}
const game = gameOf();
const chairs = ["Anna", "Ben"].map((name, colour): Chair => ({ kind: "human", name, colour, level: null, here: true, away: false, misreckoned: 0, handicap: 0 }));

/** Two seats in the calm pace; seat 0 has a Zielwert, a Türme and a Verwirrmix card; every die shows 3. */
function begun(): View {
  const tasks = ["zielwert-01", "tuerme-01", "mix-01"].map((id) => PACK.find((task) => task.id === id)!);
  let cells = new Cells(game, new Array<number>(game.cells).fill(0)).with([["seats", 2], ["stage", 4], ["left", 40], ["caller", -1], ["mix", 3]]);
  for (let die = 0; die < 40; die += 1) cells = cells.with([["value", 3, die]]);
  for (const seat of [0, 1]) {
    tasks.forEach((task, card) => {
      cells = cells.with([["card", PACK.indexOf(task), seat, card], ["kind", KINDS.indexOf(task.kind), seat, card], ["target", task.target, seat, card]]);
      task.asks.forEach(({ colour, values, other, style }, field) => {
        const mask = values.reduce((bits, value) => bits | (1 << value), 0);
        cells = cells.with([["colour", colour, seat, card, field], ["values", mask, seat, card, field], ["other", other, seat, card, field], ["style", style, seat, card, field]]);
      });
    });
  }
  return { game, options: { pace: "calm" }, cells: cells.all, story: [], chairs, you: 0, moves: [], actors: 1 };
}

const numbers = (dice: readonly Die[]) => dice.map(({ die }) => die);

test("what has not changed is the same object: nothing is drawn again", () => {
  const view = begun();
  const now = { ...view, cells: foresee({ ...view, cells: foresee(view, "take 17") }, "put 2.5") };
  expect(diceOn(now, 0, 0)).toBe(diceOn(view, 0, 0));
  expect(diceOn(now, 0, 1)).not.toBe(diceOn(view, 0, 1));
  expect(diceBeside(now, 0, 1)).toBe(diceBeside(view, 0, 1));
});

test("a card is read from the cells as the pack has it", () => {
  expect([0, 1, 2].map((card) => taskAt(begun(), 0, card))).toEqual(["zielwert-01", "tuerme-01", "mix-01"].map((id) => PACK.find((task) => task.id === id)));
  expect(PACK).toHaveLength(84);
});

test("what is sent is shown at once, and once", () => {
  const view = begun();
  const taken = { ...view, cells: foresee(view, "take 17") };
  expect(blitzOf(taken).hand[0]).toBe(16);
  expect(diceInMiddle(taken)).toHaveLength(39);
  expect(foresee(taken, "take 17")).toBe(taken.cells); // the server has said so meanwhile
  const put = { ...view, cells: foresee(taken, "put 2.5") };
  expect(numbers(diceOn(put, 0, 1)[4]!)).toEqual([16]);
  expect(blitzOf(put).hand[0]).toBeNull();
  expect(foresee(put, "put 2.5")).toEqual(put.cells);
  expect(foresee({ ...view, actors: 2 }, "take 17")).toBe(view.cells); // not our turn
});

test("BG-G2, BG-G3 every free place is offered, right or wrong; a tower has room for two", () => {
  const view = begun();
  expect(isFree(view, 0, 0, 4)).toBe(false); // the centre of a Zielwert card
  expect(isFree(view, 0, 0, 0)).toBe(true);
  let now = view;
  for (const move of ["take 1", "put 1.1", "take 2", "put 2.1", "take 3", "put 2.1"]) now = { ...now, cells: foresee(now, move) };
  expect(isFree(now, 0, 0, 0)).toBe(false);
  expect(isFree(now, 0, 1, 0)).toBe(false);
  expect(numbers(diceOn(now, 0, 1)[0]!)).toEqual([1, 2]);
  for (const move of ["take 4", "park 2", "take 5", "put 2.9", "move 2.9", "take 6", "beside 3"]) now = { ...now, cells: foresee(now, move) };
  expect(parkedAt(now, 0, 1)).toBeNull();
  expect(numbers(diceOn(now, 0, 1)[8]!)).toEqual([4, 3]);
  expect(numbers(diceBeside(now, 0, 2))).toEqual([5]);
});

const laid = (kind: "puts" | "takes", seat: number): BlitzEvent => ({ kind, seat, die: 17, colour: "orange", value: 3, card: 1, field: 2, level: 1 }) as BlitzEvent;
const SCORING: BlitzEvent[] = [
  { kind: "ends", round: 1, pass: 1 },
  { kind: "scores", seat: 1, card: 1, die: 17, field: 2, level: 1, why: "wrong", points: -1 },
  { kind: "card_points", seat: 1, card: 1, points: -1 },
  { kind: "missed", seat: 1, die: 3, colour: "rot", value: 3, card: 2, field: 1, level: 1 },
  { kind: "check", seat: 1, dice: 1, points: -1 },
  { kind: "total", seat: 1, points: -2, total: -2 },
  { kind: "total", seat: 0, points: 0, total: 0 },
];

test("others' dice travel, one's own do not; in a race nothing is waited for", () => {
  const view = begun();
  const cells = after(view, laid("takes", 1));
  const step = { events: [laid("takes", 1)] as never, before: view.cells, after: cells };
  expect(scenes(step, view)[0]!.travels).toEqual([{ from: "die-17", to: "seat-1", piece: "orange 3" }]);
  expect(scenes(step, { ...view, you: 1 })[0]!.travels).toEqual([]);
  const live = scenes(step, { ...view, options: { pace: "blitz" } });
  expect(live.every((scene) => scene.quick && scene.travels.length === 0)).toBe(true);
  expect(live.at(-1)!.cells).toEqual(cells);
});

test("the end of a pass is reported with the table as it lay then", () => {
  const view = begun();
  const held = { ...view, cells: after(view, laid("takes", 1)) };
  const next = view.cells; // everything is different in the next pass
  const list = scenes({ events: [laid("puts", 1), ...SCORING] as never, before: held.cells, after: next }, held);
  const report = list.find((scene) => scene.report)!;
  expect(numbers(diceOn({ game, cells: report.cells }, 1, 0)[1]!)).toEqual([16]);
  expect((report.report as unknown as BlitzEvent[]).at(-1)).toEqual(SCORING.at(-1));
  expect(list.at(-1)!.cells).toEqual(next);
});

test("a scoring by seats, in the order told; the sheet of all passes", () => {
  const [first, second] = lastScoring(SCORING);
  expect([first!.seat, first!.points, first!.cards, first!.missed.length, first!.check?.points]).toEqual([1, -2, [-1, 0, 0], 1, -1]);
  expect(second!.seat).toBe(0);
  expect(scoreSheet([...SCORING, ...SCORING], 2)).toHaveLength(2);
  expect(scoreSheet(SCORING, 2)[0]).toEqual({ round: 1, pass: 1, points: [0, -2] });
  expect(upToLastScoring([laid("puts", 1)])).toBeNull();
});

test("BG-C3 the report knows whose cards they were, after they were handed on to the left", () => {
  const deals = [0, 1].flatMap((seat) => [1, 2, 3].map((card): BlitzEvent => ({ kind: "deals", seat, card, task: PACK[10 * seat + card]!.id! })));
  expect(lastCards([...deals, ...SCORING], 2)![0]!.map((task) => task.id)).toEqual([1, 2, 3].map((n) => PACK[n]!.id));
  expect(lastCards([...deals, ...SCORING, { kind: "hand_on" }, ...SCORING], 2)![0]!.map((task) => task.id)).toEqual([11, 12, 13].map((n) => PACK[n]!.id));
  expect(lastCards(SCORING, 2)).toBeNull();
});

test("both languages say the same things", () => {
  expect(pathsOf(en)).toEqual(pathsOf(de));
});
