import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromServer, TableView } from "../protocol";
import { Line, NotTaken } from "./line.svelte";

/** A server of which we hold both ends. */
class Wire {
  static all: Wire[] = [];
  static readonly OPEN = 1;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor() {
    Wire.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  tell(message: FromServer) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const table = { stage: "playing", chairs: [], number: 1, commitment: "", hashes: {}, entropies: {} } as unknown as TableView;
const seating = (seq: number): FromServer => ({ type: "table", seq, you: 0, table, match: { number: 1, cells: [0, 0], first: 0, log: [], story: [[0, 1], [1, 1]], moves: ["4"], actors: 1 } });
const last = () => Wire.all.at(-1)!;
let line: Line;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("fetch", () => Promise.resolve({ status: 200 }));
  Wire.all = [];
  line = new Line("t", { token: "0".repeat(32) }).open();
  last().onopen!();
  last().tell(seating(5));
});
afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("hello, then the table; changes go into their cells", () => {
  expect(last().sent[0]).toMatchObject({ do: "hello", story: true });
  last().tell([1, 6, [[2, 0, 4]], [1, 9], [0, 3], [], 2, 0]);
  expect(line.match).toMatchObject({ cells: [3, 9], moves: [], actors: 2 });
  expect(line.match!.story).toEqual([[0, 1], [1, 1], [2, 0, 4]]);
});

test("after a broken line: hello again, and the same command with the same id", async () => {
  const done = line.do({ do: "play", move: "4" });
  const first = last().sent.at(-1)!;
  last().close();
  expect(line.connected).toBe(false);
  vi.advanceTimersByTime(1000);
  last().onopen!();
  expect(last().sent[0]).toMatchObject({ do: "hello", story: true });
  expect(last().sent[1]).toEqual(first);
  last().tell(seating(6));
  last().tell({ type: "done", id: first.id as number });
  await done;
});

test("a number that is missing: everything anew", () => {
  const wires = Wire.all.length;
  last().tell([1, 9, [[2, 0, 4]], [], [], [], 2, 0]);
  expect(Wire.all.length).toBe(wires + 1);
});

test("a command that nobody answers: the line is dead", () => {
  void line.do({ do: "pause" });
  const wires = Wire.all.length;
  vi.advanceTimersByTime(8000);
  expect(Wire.all.length).toBe(wires + 1);
});

test("a refusal has words and a rule", async () => {
  const refused = line.do({ do: "play", move: "x2" });
  last().tell({ type: "refused", id: last().sent.at(-1)!.id as number, rule: "LO-T5", reason: "x2_on_x2", text: { de: "Nein.", en: "No." } });
  await expect(refused).rejects.toThrow(NotTaken);
});

const tooFast = (id: number): FromServer => ({ type: "refused", id, rule: "protocol", reason: "too_fast", text: { de: "Langsamer.", en: "Slow down." } });

test("what came too fast is refused in words, and the line stays", async () => {
  const refused = line.do({ do: "pause" });
  last().tell(tooFast(last().sent.at(-1)!.id as number));
  await expect(refused).rejects.toMatchObject({ reason: "too_fast", text: { de: "Langsamer." } });
  const wires = Wire.all.length;
  vi.advanceTimersByTime(8000);
  expect(Wire.all.length).toBe(wires);
});

test("a new token that was refused leaves the old one", async () => {
  const token = line.key!.token;
  const rekeyed = line.rekey();
  last().tell(tooFast(last().sent.at(-1)!.id as number));
  await rekeyed;
  expect(line.key).toEqual({ token });
});

test("a ping is answered at once; LOS comes earlier by half the way", () => {
  last().tell({ type: "ping", nonce: "7f" });
  expect(last().sent.at(-1)).toEqual({ do: "pong", nonce: "7f" });
  last().tell({ type: "race", ready: [0, 1], los: 3000, bound: 120, lines: [80, null] });
  expect(line.race!.los! - performance.now()).toBeCloseTo(2960, 3);
});
