import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameModule, Scene, Step, View } from "../games/module";
import type { Truth } from "../net/line.svelte";
import type { Game } from "../protocol";
import { Reel } from "../replay/reel";
import { Stage } from "./stage.svelte";

const game = { events: [{ name: "step", details: ["n"] }], ids: {}, texts: {} } as unknown as Game;
const truth = (n: number): Truth => ({ number: 1, cells: [n], story: Array.from({ length: n }, (_, i) => [0, i + 1]), moves: [`move ${n}`], actors: 1 });
const travel = { from: "a", to: "b", piece: "x" };

let reel: Reel;
let stage: Stage;
let scene: Partial<Scene>;

function open(): void {
  const module = {
    scenes: (step: Step) => [{ travels: [travel], cells: step.after, ...scene }],
    tell: () => [],
    hint: () => "",
    Report: (() => {}) as unknown as GameModule["Report"],
  } as unknown as GameModule;
  reel = new Reel();
  reel.match = truth(1);
  stage = new Stage(reel.line, module, game, () => ({ chairs: [] }) as unknown as View, () => "");
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
  reel.step([[0, 2]], truth(2));
  await vi.advanceTimersByTimeAsync(0);
  expect([stage.cells, stage.flights.length, stage.busy, stage.moves]).toEqual([[1], 1, true, []]);
  await arrive();
  await vi.advanceTimersByTimeAsync(500);
  expect([stage.cells, stage.busy, stage.moves]).toEqual([[2], false, ["move 2"]]);
  expect(stage.story).toEqual([{ kind: "step", n: 1 }, { kind: "step", n: 2 }]);
});

test("a jump while a step travels is not overwritten by it", async () => {
  reel.step([[0, 2]], truth(2));
  await vi.advanceTimersByTimeAsync(0);
  reel.show(truth(7));
  await arrive();
  await vi.advanceTimersByTimeAsync(2000);
  expect([stage.cells, stage.story.length, stage.moves, stage.busy, stage.flights]).toEqual([[7], 7, ["move 7"], false, []]);
});

test("a jump in the pause after a step, or during a shout, is not overwritten either", async () => {
  for (const shout of [undefined, "Hoppla!"]) {
    scene = { shout };
    reel.show(truth(1));
    reel.step([[0, 2]], truth(2));
    await arrive();
    expect(stage.shout !== null).toBe(shout !== undefined);
    reel.show(truth(7));
    await vi.advanceTimersByTimeAsync(2000);
    expect([stage.cells, stage.story.length, stage.shout]).toEqual([[7], 7, null]);
  }
});

test("what comes after a jump is shown, once", async () => {
  reel.step([[0, 2]], truth(2));
  await vi.advanceTimersByTimeAsync(0);
  reel.show(truth(7));
  reel.step([[0, 8]], truth(8));
  await arrive();
  await arrive();
  await vi.advanceTimersByTimeAsync(2000);
  expect([stage.cells, stage.story.length, stage.busy]).toEqual([[8], 8, false]);
});

test("skipping shows everything at once", async () => {
  for (const n of [2, 3, 4]) reel.step([[0, n]], truth(n));
  await vi.advanceTimersByTimeAsync(0);
  stage.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect([stage.cells, stage.story.length, stage.busy]).toEqual([[4], 4, false]);
});

test("a word that belongs to a scene is in a bubble for a while; in a hurry it is not", async () => {
  scene = { says: { seat: 1, text: "Gracias!" } };
  reel.step([[0, 2]], truth(2));
  await vi.advanceTimersByTimeAsync(0);
  expect(stage.bubbles.map(({ seat, text }) => [seat, text])).toEqual([[1, "Gracias!"]]);
  await arrive();
  await vi.advanceTimersByTimeAsync(2000);
  expect(stage.bubbles).toEqual([]);
  for (const n of [3, 4]) reel.step([[0, n]], truth(n));
  stage.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect([stage.cells, stage.bubbles.length]).toEqual([[4], 1]);
});

test("a report is shown until it is closed, and what follows waits", async () => {
  scene = { report: [{ kind: "step", n: 2 }] };
  reel.step([[0, 2]], truth(2));
  await arrive();
  expect(stage.report).toEqual([{ kind: "step", n: 2 }]);
  scene = {};
  reel.step([[0, 3]], truth(3));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([stage.cells, stage.report !== null]).toEqual([[2], true]);
  stage.closeReport();
  await arrive();
  await vi.advanceTimersByTimeAsync(1000);
  expect([stage.cells, stage.report, stage.busy]).toEqual([[3], null, false]);
});

test("a report can be opened again; what happens meanwhile waits behind it", async () => {
  stage.openReport([{ kind: "step", n: 1 }]);
  reel.step([[0, 2]], truth(2));
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
  reel.step([[0, 2]], truth(2));
  await arrive();
  reel.show(truth(7));
  await vi.advanceTimersByTimeAsync(1000);
  expect([stage.cells, stage.report, stage.busy]).toEqual([[7], null, false]);
});

test("a scene is held, and the board knows what it shows; whoever skips does not wait", async () => {
  scene = { travels: [], showing: [{ kind: "step", n: 2 }], hold: 1000 };
  reel.step([[0, 2]], truth(2));
  await vi.advanceTimersByTimeAsync(900);
  expect([stage.showing.length, stage.busy]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(200);
  expect([stage.showing.length, stage.busy]).toEqual([0, false]);
  reel.step([[0, 3]], truth(3));
  await vi.advanceTimersByTimeAsync(100);
  stage.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect([stage.showing.length, stage.busy]).toEqual([0, false]);
});
