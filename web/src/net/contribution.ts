/** This device's part of the dice: fresh for every commitment, and revealed for one start of each, ever. */

import type { TableView } from "../protocol";
import { entropyHash, isOfThePeople, startHash, startShown, VERSION } from "./fairness";
import { note, randomHex, revealOnce, wasRevealed, type SeatKey } from "./keepsakes";

/** Why we add nothing to this start: a key of texts `dice`. */
export type Distrust = "revealed" | "own_hash" | "people" | "other_start" | "server_start";

/** At the stage `hashing` → what to send. The key keeps the entropy: a page that is loaded anew goes on with it. */
export function hashFor(table: TableView, seat: number, key: SeatKey): { hash: string } | Distrust {
  const { commitment } = table;
  if (wasRevealed(commitment)) return "revealed";
  if (key.dice?.commitment !== commitment) key.dice = { entropy: randomHex(32), commitment };
  return { hash: entropyHash(commitment, seat, key.dice.entropy) };
}

/** At the stage `revealing`: what we were shown is checked and noted, and only then sent. */
export function revealFor(id: string, table: TableView, seat: number, key: SeatKey): { entropy: string; start: string } | Distrust {
  const { commitment, number } = table;
  const entropy = key.dice?.commitment === commitment ? key.dice.entropy : null;
  if (entropy === null || table.hashes[seat] !== entropyHash(commitment, seat, entropy)) return "own_hash";
  const shown = startShown(id, table);
  if (!isOfThePeople(shown)) return "people";
  const start = startHash(shown);
  if (!revealOnce(commitment, start)) return "other_start";
  note(id, { version: VERSION, number, seat, commitment, entropy, start });
  return { entropy, start };
}
