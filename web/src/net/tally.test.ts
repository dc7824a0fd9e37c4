import { readFileSync } from "node:fs";
import { hexToBytes, bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { describe, expect, test } from "vitest";
import type { Frame, SeatChange } from "../protocol";
import { headOf, rowsOf, Tally } from "./tally";

const START = "5a".repeat(32);
const FRAMES: Frame[] = [
  [-1, "start 0"],
  [-1, "?", 1, [3, 4], [[1, 1]], [], 3],
  [0, "take 17", -1, [], [], [], 1, 1200, 1150, 1203],
];
const CHANGES: SeatChange[] = [
  { row: 4, seat: 1, what: "stood_in", name: "Ben", level: "club" },
  { row: 5, seat: -1, what: "paused", name: "", level: null },
];
const rows = FRAMES.flatMap(rowsOf);

const tally = (...parts: readonly (Frame[] | SeatChange[])[]): Tally => {
  const told = new Tally(START);
  for (const part of parts)
    if (Array.isArray(part[0])) told.add(part as Frame[]);
    else told.change(part as SeatChange[]);
  return told;
};

/** Byte by byte as docs/fairness.md says it, once more. */
function byHand(start: string, ...texts: string[][]): string {
  let head = hexToBytes(start);
  for (const parts of texts) {
    const each = parts.map((part) =>
      concatBytes(new Uint8Array([0, 0, 0, utf8ToBytes(part).length]), utf8ToBytes(part)),
    );
    head = sha256(concatBytes(head, ...each));
  }
  return bytesToHex(head);
}

test("every row counts, also of those that look alike, and changes of chairs in their place", () => {
  const dealt = ["move", "-1", "?", "1", "-1", "-1", "-1"];
  const expected = byHand(
    START,
    ["move", "-1", "start 0", "-1", "-1", "-1", "-1"],
    dealt,
    dealt,
    dealt,
    ["stood_in", "1", "Ben", "club"],
    ["move", "0", "take 17", "-1", "1200", "1150", "1203"],
    ["paused", "-1", "", ""],
  );
  expect(tally(FRAMES, CHANGES).head).toEqual({ rows: 5, changes: 2, head: expected });
  expect(headOf(START, rows, CHANGES)).toBe(expected);
});

test("it comes to the same row by row, and also where a change is told late or after a broken line", () => {
  const { head } = tally(FRAMES, CHANGES).head;
  const slowly = new Tally(START);
  for (const frame of FRAMES) {
    slowly.add([frame]);
    void slowly.head;
  }
  slowly.change(CHANGES);
  expect(slowly.head.head).toBe(head);
  const again = tally(FRAMES.slice(0, 1));
  again.catchUp(FRAMES.slice(1), CHANGES);
  expect(again.head.head).toBe(head);
});

describe("what was noted fits only the same story", () => {
  const noted = tally(FRAMES.slice(0, 2), CHANGES.slice(0, 1)).head;
  test("the same, and longer", () => {
    expect(tally(FRAMES.slice(0, 2), CHANGES.slice(0, 1)).fits(noted)).toBe(true);
    expect(tally(FRAMES, CHANGES).fits(noted)).toBe(true);
  });
  test("shorter, another move, another receiver, another who stood in", () => {
    expect(tally(FRAMES.slice(0, 1), CHANGES).fits(noted)).toBe(false);
    expect(tally([[-1, "start 1"], ...FRAMES.slice(1)], CHANGES).fits(noted)).toBe(false);
    expect(tally([FRAMES[0]!, [-1, "?", 0, [], [], [], 3]], CHANGES).fits(noted)).toBe(false);
    expect(tally(FRAMES, [{ ...CHANGES[0]!, level: "master" }]).fits(noted)).toBe(false);
  });
});

test("the vector of docs/fairness.md, which the server's tests check too", () => {
  const page = readFileSync("../docs/fairness.md", "utf8");
  const start = /^\| start \| ([0-9a-f]{64}) \|$/m.exec(page)![1]!;
  const lines = [...page.matchAll(/^\| `(\[.*\])` \| ([0-9a-f]{64}) \|$/gm)];
  const told = new Tally(start);
  for (const [, line, head] of lines) {
    const [what, ...details] = JSON.parse(line!) as [string, ...(string | number)[]];
    const { rows } = told.head;
    if (what === "move") {
      const [seat, move, to, at, made, came] = details as [number, string, number, number, number, number];
      told.add([[seat, move, to, [], [], [], 1, at, made, came]]);
    } else
      told.change([{ row: rows, seat: details[0], what, name: details[1], level: details[2] || null } as SeatChange]);
    expect(told.head.head).toBe(head);
  }
  expect(lines).toHaveLength(8);
});
