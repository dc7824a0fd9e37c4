// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Chair, TableView } from "../protocol";
import { begun, hashFor, revealFor } from "./contribution";
import { entropyHash, startHash, startShown } from "./fairness";
import { notedOf, notesOf, unplayedOf } from "./storage";

const chair = (kind: Chair["kind"], name: string, level: string | null = null): Chair => ({
  kind,
  name,
  colour: 0,
  picture: 0,
  level,
  here: true,
  away: false,
  misreckoned: 0,
  handicap: 0,
});

let commitments = 0;
/** A table with a commitment of its own: what is kept lasts for ever. */
function tableOf(): TableView {
  commitments += 1;
  return {
    game: "lobo77",
    rules: 1,
    options: { edition: "55" },
    number: commitments,
    stage: "hashing",
    chairs: [chair("human", "Hanna"), chair("human", "Ben"), chair("bot", "Robo", "club")],
    commitment: commitments.toString(16).padStart(64, "0"),
    hashes: {},
    entropies: {},
  } as unknown as TableView;
}

const OTHER = "77".repeat(32);
let table: TableView;

/** All hashes are published, ours among them. */
function published(): TableView {
  const ours = hashFor("t", table, 0);
  if (typeof ours === "string") throw new Error(ours);
  return { ...table, stage: "revealing", hashes: { 0: ours.hash, 1: entropyHash(table.commitment, 1, OTHER) } };
}

beforeEach(() => {
  localStorage.clear();
  table = tableOf();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("noted before anything is sent: the entropy, then what we were shown; the same again after a broken line", () => {
  const shown = published();
  const [noted] = notedOf("t", table.number);
  expect(noted).toMatchObject({ version: 2, seat: 0, commitment: table.commitment });
  expect(noted!.start).toBeUndefined();
  const ours = revealFor("t", shown, 0);
  const start = startHash(startShown("t", shown));
  expect(ours).toEqual({ entropy: noted!.entropy, start });
  expect(notedOf("t", table.number)).toEqual([{ ...noted, start, at: expect.any(Number) as number }]);
  expect(revealFor("t", shown, 0)).toEqual(ours);
  expect(begun("t", shown, 0, true)).toBeNull();
  expect(unplayedOf("t", 999)).toEqual([]);
});

test("every start has fresh entropy; another tab, or a page that is loaded anew, goes on with it", () => {
  const first = hashFor("t", table, 0);
  expect(hashFor("t", table, 0)).toEqual(first);
  const [noted] = notedOf("t", table.number);
  table = tableOf();
  hashFor("t", table, 0);
  expect(notedOf("t", table.number)[0]!.entropy).not.toBe(noted!.entropy);
});

describe("nothing is given to a server that", () => {
  test("starts anew with a commitment we have revealed for, at whatever table", () => {
    revealFor("t", published(), 0);
    expect(hashFor("t", table, 0)).toBe("revealed");
    expect(hashFor("another", table, 0)).toBe("revealed");
  });
  test("uses a number again: no note is ever replaced", () => {
    revealFor("t", published(), 0);
    const again = { ...table, commitment: "ab".repeat(32) };
    expect(hashFor("t", again, 0)).toBe("number");
    expect(hashFor("t", { ...again, number: table.number - 1 }, 0)).toBe("number");
    expect(notesOf("t")).toHaveLength(1);
  });
  test("tries dice again and again in a moment", () => {
    vi.useFakeTimers();
    revealFor("t", published(), 0);
    table = tableOf();
    expect(revealFor("t", published(), 0)).toBe("too_soon");
    vi.advanceTimersByTime(5000);
    expect(revealFor("t", published(), 0)).toMatchObject({ start: expect.any(String) as string });
    expect(unplayedOf("t", table.number)).toHaveLength(1);
  });
  test("changes the start afterwards: a ghost on the bot's chair", () => {
    const shown = published();
    revealFor("t", shown, 0);
    const ghost = {
      ...shown,
      chairs: [...shown.chairs.slice(0, 2), chair("human", "Robo")],
      hashes: { ...shown.hashes, 2: OTHER },
    };
    expect(revealFor("t", ghost, 0)).toBe("other_start");
  });
  test("changes it where the browser keeps nothing more", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    const shown = published();
    revealFor("t", shown, 0);
    expect(revealFor("t", { ...shown, options: { edition: "56" } }, 0)).toBe("other_start");
    expect(hashFor("t", table, 0)).toBe("revealed");
    expect(notedOf("t", table.number)).toHaveLength(1);
  });
  test("does not show our own hash", () => {
    const shown = published();
    expect(revealFor("t", { ...shown, hashes: { ...shown.hashes, 0: OTHER } }, 0)).toBe("own_hash");
    expect(revealFor("t", { ...shown, commitment: OTHER }, 0)).toBe("own_hash");
    expect(revealFor("another", shown, 0)).toBe("own_hash");
  });
  test("shows hashes of others than the people at the table", () => {
    const shown = published();
    expect(revealFor("t", { ...shown, hashes: { 0: shown.hashes[0]! } }, 0)).toBe("people");
    expect(revealFor("t", { ...shown, hashes: { ...shown.hashes, 2: OTHER } }, 0)).toBe("people");
    expect(revealFor("t", { ...shown, hashes: { ...shown.hashes, 7: OTHER } }, 0)).toBe("people");
    expect(notedOf("t", table.number)[0]!.start).toBeUndefined();
  });
  test("shows what is no hash", () => {
    expect(hashFor("t", { ...table, commitment: "AB".repeat(32) }, 0)).toBe("garbled");
    const shown = published();
    expect(revealFor("t", { ...shown, hashes: { ...shown.hashes, 1: "no hash" } }, 0)).toBe("garbled");
    expect(revealFor("t", { ...shown, hashes: { ...shown.hashes, "01": OTHER } as TableView["hashes"] }, 0)).toBe(
      "garbled",
    );
  });
});

test("a match that begins without us is noticed, and noted", () => {
  const shown = published();
  expect(begun("t", shown, 0, true)).toBe("not_asked");
  table = tableOf();
  expect(begun("t", table, 0, true)).toBe("not_asked");
  expect(notedOf("t", table.number)).toEqual([expect.objectContaining({ entropy: "", begun: true })]);
  expect(begun("t", tableOf(), 0, false)).toBeNull(); // who came later is asked for nothing
});

test("two seats on one sofa reveal for the same start, also after one that was cancelled", () => {
  for (let round = 0; round < 2; round += 1) {
    vi.useFakeTimers({ now: 10_000 * (round + 1) });
    const hashes = [0, 1].map((seat) => hashFor("t", table, seat) as { hash: string });
    const shown: TableView = { ...table, stage: "revealing", hashes: { 0: hashes[0]!.hash, 1: hashes[1]!.hash } };
    const [one, two] = [revealFor("t", shown, 0), revealFor("t", shown, 1)];
    expect(one).toMatchObject({ start: (two as { start: string }).start });
    table = tableOf();
  }
});
