// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameModule, Row, Scene, View } from "../games/module";
import { playFrames, type MatchState } from "../net/match";
import type { Game } from "../protocol";
import { settings } from "../settings.svelte";
import { Stage } from "./stage.svelte";

const game = {
  events: [{ name: "step", details: [{ name: "n", type: "number", each: false }], later: false }],
  ids: {},
  texts: {},
} as unknown as Game;
const state = (n: number): MatchState => ({
  number: 1,
  cells: [n],
  story: Array.from({ length: n }, (_, i) => [0, i + 1]),
  moves: [`move ${n}`],
  actors: 1,
});
const travel = { from: "a", to: "b", piece: "x" };

let now: number; // where the match stands
let stage: Stage;
let scene: Partial<Scene>;

function open(): void {
  const module = {
    scenes: (rows: readonly Row[]) => [{ travels: [travel], cells: rows.at(-1)!.after, ...scene }],
    tell: () => [],
    hint: () => "",
    Report: (() => {}) as unknown as GameModule["Report"],
  } as unknown as GameModule;
  stage = new Stage(module, game, () => ({ chairs: [] }) as unknown as View);
  show(1);
}

function show(n: number): void {
  stage.reset(state((now = n)));
}

/** The match goes on to `n`. */
function step(n: number): void {
  stage.step(playFrames([now], [[0, "on", -1, [0, n], [[0, n]]]]), state(n));
  now = n;
}

/** What travels arrives. */
async function arrive(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  for (const flight of stage.flights) flight.done();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  scene = {};
  open();
});
afterEach(() => {
  stage.close();
  vi.useRealTimers();
});

test("a step travels, then its cells and its story are there", async () => {
  step(2);
  await vi.advanceTimersByTimeAsync(0);
  expect([stage.cells, stage.flights.length, stage.busy, stage.moves]).toEqual([[1], 1, true, []]);
  await arrive();
  await vi.advanceTimersByTimeAsync(500);
  expect([stage.cells, stage.busy, stage.moves]).toEqual([[2], false, ["move 2"]]);
  expect(stage.story).toEqual([
    { kind: "step", n: 1 },
    { kind: "step", n: 2 },
  ]);
});

test("a jump while a step travels is not overwritten by it", async () => {
  step(2);
  await vi.advanceTimersByTimeAsync(0);
  show(7);
  await arrive();
  await vi.advanceTimersByTimeAsync(2000);
  expect([stage.cells, stage.story.length, stage.moves, stage.busy, stage.flights]).toEqual([
    [7],
    7,
    ["move 7"],
    false,
    [],
  ]);
});

test("a jump in the pause after a step, or during a shout, is not overwritten either", async () => {
  for (const shout of [undefined, "Hoppla!"]) {
    scene = { shout };
    show(1);
    step(2);
    await arrive();
    expect(stage.shout !== null).toBe(shout !== undefined);
    show(7);
    await vi.advanceTimersByTimeAsync(2000);
    expect([stage.cells, stage.story.length, stage.shout]).toEqual([[7], 7, null]);
  }
});

test("what comes after a jump is shown, once", async () => {
  step(2);
  await vi.advanceTimersByTimeAsync(0);
  show(7);
  step(8);
  await arrive();
  await arrive();
  await vi.advanceTimersByTimeAsync(2000);
  expect([stage.cells, stage.story.length, stage.busy]).toEqual([[8], 8, false]);
});

test("skipping shows everything at once", async () => {
  for (const n of [2, 3, 4]) step(n);
  await vi.advanceTimersByTimeAsync(0);
  stage.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect([stage.cells, stage.story.length, stage.busy]).toEqual([[4], 4, false]);
});

test("a word that belongs to a scene is in a bubble for a while; in a hurry it is not", async () => {
  scene = { says: { seat: 1, text: "Gracias!" } };
  step(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(stage.bubbles.map(({ seat, text }) => [seat, text])).toEqual([[1, "Gracias!"]]);
  await arrive();
  await vi.advanceTimersByTimeAsync(2000);
  expect(stage.bubbles).toEqual([]);
  for (const n of [3, 4]) step(n);
  stage.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect([stage.cells, stage.bubbles.length]).toEqual([[4], 1]);
});

test("a report is shown until it is closed, and what follows waits", async () => {
  scene = { report: [{ kind: "step", n: 2 }] };
  step(2);
  await arrive();
  expect(stage.report).toEqual([{ kind: "step", n: 2 }]);
  scene = {};
  step(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([stage.cells, stage.report !== null]).toEqual([[2], true]);
  stage.closeReport();
  await arrive();
  await vi.advanceTimersByTimeAsync(1000);
  expect([stage.cells, stage.report, stage.busy]).toEqual([[3], null, false]);
});

test("a report can be opened again; what happens meanwhile waits behind it", async () => {
  stage.openReport([{ kind: "step", n: 1 }]);
  step(2);
  await arrive();
  await vi.advanceTimersByTimeAsync(5000);
  expect([stage.cells, stage.report !== null]).toEqual([[1], true]);
  stage.closeReport();
  await arrive();
  await vi.advanceTimersByTimeAsync(1000);
  expect([stage.cells, stage.report]).toEqual([[2], null]);
});

test("a report is broken off by a reconnect", async () => {
  scene = { report: [{ kind: "step", n: 2 }] };
  step(2);
  await arrive();
  show(7);
  await vi.advanceTimersByTimeAsync(1000);
  expect([stage.cells, stage.report, stage.busy]).toEqual([[7], null, false]);
});

test("a scene is held, and the board knows what it shows; whoever skips does not wait", async () => {
  scene = { travels: [], showing: [{ kind: "step", n: 2 }], hold: 1000 };
  step(2);
  await vi.advanceTimersByTimeAsync(900);
  expect([stage.showing.length, stage.busy]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(200);
  expect([stage.showing.length, stage.busy]).toEqual([0, false]);
  step(3);
  await vi.advanceTimersByTimeAsync(100);
  stage.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect([stage.showing.length, stage.busy]).toEqual([0, false]);
});

test("it follows a source, and hears no more when it is closed", async () => {
  const heard = new Set<unknown>();
  const source = {
    match: state(5),
    listen: (listener: unknown) => (heard.add(listener), () => void heard.delete(listener)),
  };
  stage.follow(source);
  expect([stage.cells, heard.size]).toEqual([[5], 1]);
  stage.close();
  expect(heard.size).toBe(0);
});

test("a great moment is seen for a moment, by those who like motion, and nothing waits for it", async () => {
  scene = { joy: { at: "seat-1" } };
  step(2);
  await arrive();
  expect(stage.joys.map(({ at }) => at)).toEqual(["seat-1"]);
  await vi.advanceTimersByTimeAsync(500);
  expect(stage.busy).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(stage.joys).toEqual([]);
  settings.motion = false;
  step(3);
  await vi.advanceTimersByTimeAsync(0);
  expect([stage.cells, stage.joys]).toEqual([[3], []]);
  settings.motion = true;
});
