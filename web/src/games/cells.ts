/** Reading a match's cells by the names of its fields (GET /api/games says where each lies, and what its numbers stand for). */

import type { Game } from "../protocol";
import type { CHOICES } from "./choices";

type Choices = typeof CHOICES;
/** Of our games the names are known; a game of another package has its own. */
type Field<G extends string> = G extends keyof Choices ? keyof Choices[G] & string : string;
type Names<G extends string, F> = G extends keyof Choices
  ? F extends keyof Choices[G]
    ? Choices[G][F] extends readonly (infer Name)[]
      ? Name
      : never
    : never
  : string;
/** A field, or the part of it that lies at the first of its axes. */
type Place = string | readonly [field: string, ...at: number[]];

export class Cells<G extends string = string> {
  constructor(
    private readonly game: Pick<Game, "fields" | "choices">,
    readonly all: readonly number[],
  ) {}

  /** A single cell, or one of a field with axes: `one("chips", 2)`, `one("hand", 2, 5)`. */
  one(field: string, ...at: number[]): number {
    return this.all[this.range(field, at).first] ?? 0;
  }

  /** The name of its number; null: it has none, it is a number. */
  choice<F extends Field<G>>(field: F, ...at: number[]): Names<G, F> | null {
    return nameOf<Names<G, F>>(this.game.choices[field] ?? missing(field), this.one(field, ...at));
  }

  /** What lies at the first axes, one after the other: `row("chips")`, `row("hand", 2)`. */
  row(field: string, ...at: number[]): number[] {
    const { first, length } = this.range(field, at);
    return this.all.slice(first, first + length) as number[];
  }

  /** The names of a row. */
  choices<F extends Field<G>>(field: F, ...at: number[]): (Names<G, F> | null)[] {
    const numbers = this.game.choices[field] ?? missing(field);
    return this.row(field, ...at).map((number) => nameOf<Names<G, F>>(numbers, number));
  }

  /** The same cells with some of them changed. */
  with(changes: readonly (readonly [field: string, value: number, ...at: number[]])[]): Cells<G> {
    const all = [...this.all];
    for (const [field, value, ...at] of changes) all[this.range(field, at).first] = value;
    return new Cells(this.game, all);
  }

  /** The same cells, but these as the others have them. */
  from(others: Cells<G>, ...places: readonly Place[]): Cells<G> {
    const all = [...this.all];
    for (const place of places) {
      const [field, ...at] = typeof place === "string" ? [place] : place;
      const { first, length } = this.range(field, at);
      for (let cell = first; cell < first + length; cell += 1) all[cell] = others.all[cell]!;
    }
    return new Cells(this.game, all);
  }

  /** How many cells there are along an axis. */
  lengthOf(field: string, axis = 0): number {
    return (this.game.fields[field] ?? missing(field)).shape[axis] ?? 1;
  }

  private range(field: string, at: readonly number[]): { first: number; length: number } {
    const { first, shape } = this.game.fields[field] ?? missing(field);
    let [offset, length] = [0, 1];
    shape.forEach((along, axis) => {
      offset = offset * along + (at[axis] ?? 0);
      if (axis >= at.length) length *= along;
    });
    return { first: first + offset, length };
  }
}

function nameOf<Name>(numbers: Readonly<Record<string, number>>, number: number): Name | null {
  for (const name in numbers) if (numbers[name] === number) return name as Name;
  return null;
}

function missing(field: string): never {
  throw new Error(`this game has no field ${field}`);
}
