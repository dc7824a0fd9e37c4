// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROTOCOL, type FromServer, type TableView } from "../protocol";
import { note, notedOf } from "./storage";
import { Line, NotTaken } from "./line.svelte";

/** A server of which we hold both ends. */
class Wire {
  static all: Wire[] = [];
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string | ArrayBuffer }) => void;
  onclose?: () => void;
  constructor(readonly url: string) {
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
    this.onmessage?.({
      data: Array.isArray(message) ? Uint8Array.from(packed(message)).buffer : JSON.stringify(message),
    });
  }
}

/** A step as the server packs it: its numbers, texts and lists are small here. */
function packed(value: unknown): number[] {
  if (typeof value === "number")
    return value > 127
      ? [0xcf, 0, ...[6, 5, 4, 3, 2, 1, 0].map((place) => Math.floor(value / 2 ** (8 * place)) % 256)]
      : [value & 0xff];
  if (typeof value === "string") return [0xa0 + value.length, ...new TextEncoder().encode(value)];
  const list = value as unknown[];
  return [0x90 + list.length, ...list.flatMap(packed)];
}

const table = {
  stage: "playing",
  chairs: [],
  number: 1,
  commitment: "",
  hashes: {},
  entropies: {},
} as unknown as TableView;
const seating = (seq: number): FromServer => ({
  type: "table",
  seq,
  you: 0,
  table,
  match: {
    number: 1,
    first: 0,
    cells: [0, 0],
    frames: [
      [-1, "start 0", -1, [], [[0, 1]]],
      [-1, "?", 1, [], [[1, 1]], [], 2],
    ],
    moves: ["4"],
    actors: 1,
  },
});
const last = () => Wire.all.at(-1)!;
let line: Line;

beforeEach(() => {
  localStorage.clear();
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
  expect(last().sent[0]).toEqual({ do: "hello", token: "0".repeat(32) });
  last().tell([6, [[0, "4", -1, [1, 9], [[2, 0, 4]], [0, 3]]], 2]);
  expect(line.match).toMatchObject({ cells: [3, 9], moves: [], actors: 2 });
  expect(line.match!.story).toEqual([
    [0, 1],
    [1, 1],
    [2, 0, 4],
  ]);
});

test("after a broken line: hello again, and the same command with the same id", async () => {
  const done = line.do({ do: "play", move: "4" });
  const first = last().sent.at(-1)!;
  last().close();
  expect(line.connected).toBe(false);
  vi.advanceTimersByTime(1000);
  last().onopen!();
  expect(last().sent[0]).toMatchObject({ do: "hello", match: 1, rows: 3 });
  expect(last().sent[1]).toEqual(first);
  last().tell(seating(6));
  last().tell({ type: "done", id: first.id as number });
  await done;
});

test("a number that is missing: everything anew", () => {
  const wires = Wire.all.length;
  last().tell([9, [[0, "4"]], 2]);
  expect(Wire.all.length).toBe(wires + 1);
});

test("after a broken line only what was missed comes, and everything is shown as it stands", () => {
  last().tell([6, [[0, "4", -1, [0, 4], [[2, 0, 4]]]], 2]);
  last().close();
  vi.advanceTimersByTime(1000);
  last().onopen!();
  expect(last().sent[0]).toMatchObject({ match: 1, rows: 4 });
  const shown: unknown[] = [];
  line.listen({ reset: (state) => shown.push(state), step: () => shown.push("a step") });
  const missed: FromServer = {
    type: "table",
    seq: 8,
    you: 0,
    table,
    match: { number: 1, first: 4, cells: [4, 0], frames: [[1, "5", -1, [0, 9], [[2, 1, 9]]]], moves: [], actors: 1 },
  };
  last().tell(missed);
  expect(shown).toEqual([
    {
      number: 1,
      cells: [9, 0],
      story: [
        [0, 1],
        [1, 1],
        [2, 0, 4],
        [2, 1, 9],
      ],
      moves: [],
      actors: 1,
    },
  ]);
  const wires = Wire.all.length;
  last().tell(missed); // it does not follow on what we have
  expect(Wire.all.length).toBe(wires + 1);
  last().onopen!();
  expect(last().sent[0]).toEqual({ do: "hello", token: "0".repeat(32) });
});

test("only what has changed of a table is told", () => {
  last().tell({ type: "table", seq: 6, you: 0, table: { paused: true } });
  expect(line.table).toEqual({ ...table, paused: true });
  last().tell({ type: "table", seq: 7, you: 0, table: { chairs: [], stage: "over" } });
  expect(line.table).toEqual({ ...table, paused: true, stage: "over" });
});

const START = "5a".repeat(32);
const noteOfUs = (more = {}): void =>
  note("t", { version: 2, number: 1, seat: 0, commitment: "", entropy: "", start: START, begun: true, ...more });

/** The same page, loaded anew. */
function reload(): void {
  line.close();
  line = new Line("t", { token: "0".repeat(32) }).open();
  last().onopen!();
  last().tell(seating(5));
}

test("what a seat is told goes into its note, and must be the same when the page is loaded anew", () => {
  noteOfUs();
  reload();
  last().tell({
    type: "table",
    seq: 6,
    you: 0,
    table: {},
    log: [{ row: 3, seat: 1, what: "stood_in", name: "Ben", level: "club" }],
  });
  vi.advanceTimersByTime(1000);
  const before = notedOf("t", 1)[0]!;
  expect(before).toMatchObject({ rows: 3, changes: 1, head: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  reload(); // the change is not told any more
  expect(line.distrust).toBe("retold");
  vi.advanceTimersByTime(2000);
  expect(notedOf("t", 1)[0]).toEqual(before);
});

test("a note without a hash of what was told is as good as it was", () => {
  noteOfUs();
  reload();
  expect(line.distrust).toBeNull();
  line.close();
  expect(notedOf("t", 1)[0]).toMatchObject({ rows: 3, changes: 0 });
});

test("the server has fewer moves than it told us of: its words are shown until the next start", () => {
  const text = { de: "Weniger.", en: "Fewer." };
  last().tell({ type: "refused", id: null, rule: "protocol", reason: "rows_lost", text });
  expect(line.lostMoves).toEqual(text);
  last().tell({ type: "table", seq: 6, you: 0, table: { stage: "hashing" } });
  expect(line.lostMoves).toBeNull();
});

test("a command that nobody answers: the line is dead", () => {
  void line.do({ do: "pause" });
  const wires = Wire.all.length;
  vi.advanceTimersByTime(8000);
  expect(Wire.all.length).toBe(wires + 1);
});

test("a table that its host has deleted: the last word is heard, and nobody knocks again", async () => {
  const done = line.do({ do: "delete" });
  last().tell({ type: "done", id: last().sent.at(-1)!.id as number });
  last().tell({ type: "deleted" });
  await done;
  const wires = Wire.all.length;
  expect(line.gone).toBe("deleted");
  vi.advanceTimersByTime(60_000);
  expect(Wire.all.length).toBe(wires);
});

test("a table that is set aside: it says so, and nobody knocks again", async () => {
  const why = { reason: "set_aside", text: { de: "Beiseite.", en: "Aside." } };
  vi.stubGlobal("fetch", () => Promise.resolve({ status: 410, json: () => Promise.resolve(why) }));
  last().close();
  await vi.advanceTimersByTimeAsync(1000);
  last().close(); // it did not open
  await vi.advanceTimersByTimeAsync(0);
  const wires = Wire.all.length;
  expect(line.gone).toEqual(why);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Wire.all.length).toBe(wires);
});

test("a refusal has words and a rule", async () => {
  const refused = line.do({ do: "play", move: "x2" });
  last().tell({
    type: "refused",
    id: last().sent.at(-1)!.id as number,
    rule: "LO-T5",
    reason: "x2_on_x2",
    text: { de: "Nein.", en: "No." },
  });
  await expect(refused).rejects.toThrow(NotTaken);
});

const tooFast = (id: number): FromServer => ({
  type: "refused",
  id,
  rule: "protocol",
  reason: "too_fast",
  text: { de: "Langsamer.", en: "Slow down." },
});

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
  last().tell({ type: "race", ready: [0, 1], los: 3000, bound: 120, lines: [80, null], trust: "tcp", slow: [] });
  expect(line.race!.los! - performance.now()).toBeCloseTo(2960, 3);
});

test("the seat is gone: in mid-match the token stays and tells that we have played, else another may sit down", () => {
  last().tell({ type: "table", seq: 6, you: null, table });
  last().onopen!();
  expect(last().sent[0]).toMatchObject({ do: "hello", token: "0".repeat(32) });
  last().tell({ type: "table", seq: 6, you: null, table, barred: true });
  expect(line.barred).toBe(true);
  last().tell({ type: "table", seq: 7, you: 0, table: { ...table, stage: "open" } });
  last().tell({ type: "table", seq: 8, you: null, table: { ...table, stage: "open" } });
  expect(line.key!.token).not.toBe("0".repeat(32));
});

test("a request for a chair stands until it is answered", () => {
  last().tell({ type: "table", seq: 6, you: null, table });
  last().onopen!();
  last().tell({ type: "table", seq: 6, you: null, table, asked: 4 });
  expect(line.asked).toBe(4);
  last().tell({ type: "declined", reason: "declined", text: { de: "Nein.", en: "No." } });
  last().tell({ type: "table", seq: 6, you: null, table, barred: true });
  expect([line.asked, line.declined]).toEqual([null, { de: "Nein.", en: "No." }]);
});

const failing = (status: number, reason: string) =>
  vi.stubGlobal("fetch", () =>
    Promise.resolve({ status, json: () => Promise.resolve({ reason, text: { de: "Nein.", en: "No." } }) }),
  );

/** A line that never opens: the server says why, and time goes by. */
async function closed(): Promise<void> {
  line = new Line("t", null).open();
  last().close();
  await vi.advanceTimersByTimeAsync(60_000);
}

test("the page says which protocol it speaks", () => {
  expect(last().url).toMatch(new RegExp(`/api/tables/t/socket\\?wire=${PROTOCOL}$`));
});

test.each([
  [404, "no_table"],
  [409, "table_damaged"],
])("%i %s: nobody asks again, and there are words", async (status, reason) => {
  failing(status, reason);
  const wires = Wire.all.length;
  await closed();
  expect(Wire.all.length).toBe(wires + 1);
  expect(line.gone).toEqual({ reason, text: { de: "Nein.", en: "No." } });
});

test.each([429, 503])("%i: it is tried again", async (status) => {
  failing(status, "later");
  const wires = Wire.all.length;
  await closed();
  expect(Wire.all.length).toBeGreaterThan(wires + 1);
  expect(line.gone).toBeNull();
});

test("an old page reloads itself once, and then shows the words", async () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { protocol: "http:", host: "here", reload });
  sessionStorage.clear();
  failing(426, "old_page");
  await closed();
  expect([reload.mock.calls.length, line.gone]).toEqual([1, null]);
  await closed(); // it is still the old one
  expect(reload).toHaveBeenCalledTimes(1);
  expect(line.gone).toMatchObject({ reason: "old_page" });
});

test("what a match began with stays known, whatever is chosen for the next one or who sits down", () => {
  const chairs = (name: string) => [{ name }] as unknown as TableView["chairs"];
  const first = seating(5) as Extract<FromServer, { type: "table" }>;
  const told = { ...table, options: { pace: "blitz" }, chairs: chairs("Hanna"), number: 2 };
  last().tell({ ...first, seq: 6, table: told, match: { ...first.match!, number: 2 } });
  last().tell({
    type: "table",
    seq: 7,
    you: 0,
    table: { stage: "over", options: { pace: "calm" }, chairs: chairs("Ben") },
  });
  expect(line.table!.options).toEqual({ pace: "calm" });
  expect(line.began).toEqual({ number: 2, options: { pace: "blitz" }, names: ["Hanna"] });
});

test.each([
  [24, true],
  [undefined, false],
])(
  "a page that nobody sees hangs up where time runs by days (%s), and calls again when it is looked at",
  (pace_h, rests) => {
    const seen = new Line("slow", { token: "0".repeat(32) }).open();
    const calls = (): number => Wire.all.filter(({ url }) => url.includes("/slow/")).length;
    last().onopen!();
    last().tell({ ...(seating(6) as object), table: { ...table, pace_h } } as FromServer);
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(19_000);
    expect(seen.connected).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect([seen.connected, calls()]).toEqual([!rests, 1]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(calls()).toBe(2);
    seen.close();
  },
);

test("a seat whose key another device has, too: what that one answered is no reason for distrust", () => {
  const commitment = "ab".repeat(32);
  const asked = { ...table, stage: "revealing", commitment, hashes: { 0: "cd".repeat(32) } } as TableView;
  const hear = (shared: boolean): string | null => {
    const other = new Line("t", { token: "1".repeat(32), shared }).open();
    last().onopen!();
    last().tell({ type: "table", seq: 1, you: 0, table: asked });
    other.close();
    return other.distrust;
  };
  expect(hear(false)).toBe("own_hash");
  expect(hear(true)).toBeNull();
});
