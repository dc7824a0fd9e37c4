import { beforeEach, describe, expect, test } from "vitest";
import type { Chair, TableView } from "../protocol";
import { hashFor, revealFor } from "./contribution";
import { entropyHash, startHash, startShown } from "./fairness";
import { notedOf, notesOf, type SeatKey } from "./keepsakes";

const chair = (kind: Chair["kind"], name: string, level: string | null = null): Chair =>
  ({ kind, name, colour: 0, level, here: true, away: false, misreckoned: 0, handicap: 0 });

let commitments = 0;
/** A table with a commitment of its own: what is kept lasts for ever. */
function tableOf(): TableView {
  commitments += 1;
  return {
    game: "lobo77", rules: 1, options: { edition: "55" }, number: commitments, stage: "hashing",
    chairs: [chair("human", "Hanna"), chair("human", "Ben"), chair("bot", "Robo", "club")],
    commitment: commitments.toString(16).padStart(64, "0"), hashes: {}, entropies: {},
  } as unknown as TableView;
}

const OTHER = "77".repeat(32);
let key: SeatKey;
let table: TableView;

/** All hashes are published, ours among them. */
function published(): TableView {
  const ours = hashFor(table, 0, key);
  if (typeof ours === "string") throw new Error(ours);
  return { ...table, stage: "revealing", hashes: { 0: ours.hash, 1: entropyHash(table.commitment, 1, OTHER) } };
}

beforeEach(() => {
  key = { token: "0".repeat(32) };
  table = tableOf();
});

test("what we were shown is noted, then revealed; the same again after a broken line", () => {
  const shown = published();
  const ours = revealFor("t", shown, 0, key);
  const start = startHash(startShown("t", shown));
  expect(ours).toEqual({ entropy: key.dice!.entropy, start });
  expect(notedOf("t", table.number)).toEqual([
    { version: 2, number: table.number, seat: 0, commitment: table.commitment, entropy: key.dice!.entropy, start },
  ]);
  expect(revealFor("t", shown, 0, key)).toEqual(ours);
});

test("every start has fresh entropy; a page that is loaded anew goes on with it", () => {
  hashFor(table, 0, key);
  const first = key.dice!.entropy;
  hashFor(table, 0, key);
  expect(key.dice!.entropy).toBe(first);
  hashFor(tableOf(), 0, key);
  expect(key.dice!.entropy).not.toBe(first);
});

describe("nothing is given to a server that", () => {
  test("starts anew with a commitment we have revealed for", () => {
    revealFor("t", published(), 0, key);
    expect(hashFor(table, 0, key)).toBe("revealed");
    expect(hashFor(table, 0, { token: "1".repeat(32) })).toBe("revealed");
  });
  test("changes the start afterwards: a ghost on the bot's chair", () => {
    const shown = published();
    revealFor("t", shown, 0, key);
    const ghost = { ...shown, chairs: [...shown.chairs.slice(0, 2), chair("human", "Robo")], hashes: { ...shown.hashes, 2: OTHER } };
    expect(revealFor("t", ghost, 0, key)).toBe("other_start");
    expect(notesOf("t").filter((note) => note.commitment === table.commitment)).toHaveLength(1);
  });
  test("does not show our own hash", () => {
    const shown = published();
    expect(revealFor("t", { ...shown, hashes: { ...shown.hashes, 0: OTHER } }, 0, key)).toBe("own_hash");
    expect(revealFor("t", { ...shown, commitment: OTHER }, 0, key)).toBe("own_hash");
    expect(revealFor("t", shown, 0, { token: "1".repeat(32) })).toBe("own_hash");
  });
  test("shows hashes of others than the people at the table", () => {
    const shown = published();
    expect(revealFor("t", { ...shown, hashes: { 0: shown.hashes[0]! } }, 0, key)).toBe("people");
    expect(revealFor("t", { ...shown, hashes: { ...shown.hashes, 2: OTHER } }, 0, key)).toBe("people");
    expect(revealFor("t", { ...shown, hashes: { ...shown.hashes, 7: OTHER } }, 0, key)).toBe("people");
    expect(notedOf("t", table.number)).toEqual([]);
  });
});

test("two seats on one sofa reveal for the same start", () => {
  const second: SeatKey = { token: "2".repeat(32) };
  const hashes = [key, second].map((mine, seat) => hashFor(table, seat, mine) as { hash: string });
  const shown: TableView = { ...table, stage: "revealing", hashes: { 0: hashes[0]!.hash, 1: hashes[1]!.hash } };
  const [one, two] = [revealFor("t", shown, 0, key), revealFor("t", shown, 1, second)];
  expect(one).toMatchObject({ start: (two as { start: string }).start });
});
