/** This device's part of the dice: fresh for every commitment, noted before anything is sent, and revealed for one start
 *  of each commitment, ever. */

import type { TableView } from "../protocol";
import { entropyHash, isHash, isOfThePeople, startHash, startShown, VERSION } from "./fairness";
import { note, notedOf, notesOf, randomHex, revealOnce, unplayedOf, wasRevealed, type Noted } from "./storage";
import { Tally } from "./tally";

/** Why we do not take the server at its word: a key of texts `dice`. */
export type Distrust =
  | "garbled"
  | "revealed"
  | "number"
  | "own_hash"
  | "people"
  | "other_start"
  | "too_soon"
  | "server_start"
  | "not_asked"
  | "retold";

const PAUSE_MS = 5000; // between two reveals at a table, if the first came to nothing

/** At the stage `hashing` → what to send. */
export function hashFor(id: string, table: TableView, seat: number): { hash: string } | Distrust {
  const { commitment, number } = table;
  if (!isHash(commitment)) return "garbled";
  if (wasRevealed(commitment)) return "revealed";
  if (notesOf(id).some((old) => old.number >= number && old.commitment !== commitment)) return "number";
  const mine = noteOf(id, table, seat) ?? { version: VERSION, number, seat, commitment, entropy: randomHex(32) };
  note(id, mine);
  return { hash: entropyHash(commitment, seat, mine.entropy) };
}

/** At the stage `revealing`: what we were shown is checked and noted, and only then sent. */
export function revealFor(id: string, table: TableView, seat: number): { entropy: string; start: string } | Distrust {
  const { commitment, hashes } = table;
  if (!isHash(commitment) || !Object.entries(hashes).every(([of, hash]) => isHash(hash) && String(Number(of)) === of))
    return "garbled";
  const mine = noteOf(id, table, seat);
  if (!mine || hashes[seat] !== entropyHash(commitment, seat, mine.entropy)) return "own_hash";
  const shown = startShown(id, table);
  if (!isOfThePeople(shown)) return "people";
  const start = startHash(shown);
  if (!mine.start && isTooSoon(id, table)) return "too_soon";
  if (!revealOnce(commitment, start)) return "other_start";
  note(id, { ...mine, start, at: mine.at ?? Date.now() });
  return { entropy: mine.entropy, start };
}

/** At the stage `playing`: whoever sat here before it began must have been asked. */
export function begun(id: string, table: TableView, seat: number, wasSeated: boolean): Distrust | null {
  const { number, commitment } = table;
  const mine =
    noteOf(id, table, seat) ?? (wasSeated ? { version: VERSION, number, seat, commitment, entropy: "" } : null);
  if (!mine) return null;
  if (!mine.begun) note(id, { ...mine, begun: true });
  return mine.start ? null : "not_asked";
}

/** A fresh running hash of a match for which we revealed; null: we have nothing to begin it with. */
export function tallyOf(id: string, number: number, seat: number): Tally | null {
  const start = noteOn(id, number, seat)?.start;
  return start ? new Tally(start) : null;
}

/** What we are told of the match now must lead to what we noted before. */
export function retold(id: string, number: number, seat: number, tally: Tally): Distrust | null {
  const { rows, changes, head } = noteOn(id, number, seat) ?? {};
  return rows === undefined || changes === undefined || head === undefined || tally.fits({ rows, changes, head })
    ? null
    : "retold";
}

export function noteHead(id: string, number: number, seat: number, tally: Tally): void {
  const mine = noteOn(id, number, seat);
  if (mine) note(id, { ...mine, ...tally.head });
}

const noteOn = (id: string, number: number, seat: number): Noted | undefined =>
  notedOf(id, number).find((old) => old.seat === seat);

function noteOf(id: string, { commitment }: TableView, seat: number): Noted | undefined {
  return notesOf(id).find((old) => old.commitment === commitment && old.seat === seat);
}

/** Each reveal shows an operator dice that he may refuse by cancelling: he cannot do so many times at once. */
function isTooSoon(id: string, { number, commitment }: TableView): boolean {
  return unplayedOf(id, number).some((old) => old.commitment !== commitment && Date.now() - (old.at ?? 0) < PAUSE_MS);
}
