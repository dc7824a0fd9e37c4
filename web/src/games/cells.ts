/** Reading a match's cells by the names of its fields (GET /api/games says where each lies). */

import type { Game } from "../protocol";

export class Cells {
  constructor(
    private readonly game: Game,
    readonly all: readonly number[],
  ) {}

  /** A single cell, or one of a field with axes: `one("chips", 2)`, `one("hand", 2, 5)`. */
  one(field: string, ...at: number[]): number {
    return this.all[this.index(field, ...at)] ?? 0;
  }

  /** A row along the last axis: `row("chips")`, `row("hand", 2)`. */
  row(field: string, ...at: number[]): number[] {
    const length = this.game.fields[field]?.shape.at(-1) ?? 0;
    const first = this.index(field, ...at, 0);
    return this.all.slice(first, first + length) as number[];
  }

  /** The same cells with some of them changed. */
  with(changes: readonly (readonly [field: string, value: number, ...at: number[]])[]): Cells {
    const all = [...this.all];
    for (const [field, value, ...at] of changes) all[this.index(field, ...at)] = value;
    return new Cells(this.game, all);
  }

  private index(field: string, ...at: number[]): number {
    const { first, shape } = this.game.fields[field] ?? missing(field);
    let offset = 0;
    shape.forEach((length, axis) => (offset = offset * length + (at[axis] ?? 0)));
    return first + offset;
  }
}

function missing(field: string): never {
  throw new Error(`this game has no field ${field}`);
}
