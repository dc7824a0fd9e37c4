/** A running hash of what one seat was told of a match, as docs/fairness.md says it. Only clients keep it: afterwards the
 *  match's document must lead to the same one. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import type { Frame, SeatChange } from "../protocol";
import { parts } from "./fairness";

/** A row of the log as this seat was told it; −1: no receiver, no time. */
export type ToldRow = readonly [seat: number, move: string, to: number, at: number, made: number, came: number];

/** The hash after so many rows, and so many changes of who sits where. */
export interface Head {
  rows: number;
  changes: number;
  head: string; // hexadecimal
}

export class Tally {
  private readonly rows: ToldRow[] = [];
  private changes: SeatChange[] = [];
  private reached: { rows: number; changes: number; bytes: Uint8Array };

  constructor(private readonly start: string) {
    this.reached = this.beginning();
  }

  add(frames: readonly Frame[]): void {
    for (const frame of frames) this.rows.push(...rowsOf(frame));
  }

  /** A change belongs behind `row` rows, also if it is told later. */
  change(changes: readonly SeatChange[]): void {
    this.changes.push(...changes);
    if (changes.some(({ row }) => row < this.reached.rows)) this.reached = this.beginning();
  }

  /** After a broken line: the rows that are new, and all changes. */
  catchUp(frames: readonly Frame[], changes: readonly SeatChange[]): void {
    this.add(frames);
    this.changes = [...changes];
    this.reached = this.beginning();
  }

  get head(): Head {
    const { rows, changes, bytes } = (this.reached = advance(this.reached, this.rows, this.changes));
    return { rows, changes, head: bytesToHex(bytes) };
  }

  /** Do we come to the same where that one was taken? */
  fits({ rows, changes, head }: Head): boolean {
    return (
      rows <= this.rows.length && headOf(this.start, this.rows.slice(0, rows), this.changes.slice(0, changes)) === head
    );
  }

  private beginning() {
    return { rows: 0, changes: 0, bytes: hexToBytes(this.start) };
  }
}

export function headOf(start: string, rows: readonly ToldRow[], changes: readonly SeatChange[]): string {
  return bytesToHex(advance({ rows: 0, changes: 0, bytes: hexToBytes(start) }, rows, changes).bytes);
}

export function rowsOf([seat, move, to = -1, , , , times = 1, at = -1, made = -1, came = -1]: Frame): ToldRow[] {
  return Array.from({ length: times }, () => [seat, move, to, at, made, came]);
}

function advance(
  from: { rows: number; changes: number; bytes: Uint8Array },
  rows: readonly ToldRow[],
  changes: readonly SeatChange[],
) {
  let { rows: row, changes: change, bytes } = from;
  const fold = (...values: readonly (string | number)[]): void =>
    void (bytes = sha256(concatBytes(bytes, parts(...values))));
  const seatsUpTo = (last: number): void => {
    for (let next = changes[change]; next && next.row <= last; next = changes[change]) {
      fold(next.what, next.seat, next.name, next.level ?? "");
      change += 1;
    }
  };
  for (; row < rows.length; row += 1) {
    seatsUpTo(row);
    fold("move", ...rows[row]!);
  }
  seatsUpTo(Infinity);
  return { rows: row, changes: change, bytes };
}
