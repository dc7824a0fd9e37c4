/** Blitzgriff's moves as texts. Dice, cards and fields count from 0 here, and from 1 in the texts. */

import type { Game } from "../../protocol";
import { build, isA, read } from "../moves";
import type { Spot } from "./state";

type Declared = Pick<Game, "kinds">;

export interface Deed {
  kind: string;
  die: number; // NaN, where it has none; so are the others
  card: number;
  field: number;
}

export function deedOf(game: Declared, move: string | null): Deed | null {
  const found = read(game, move);
  if (!found) return null;
  const [die, card, field] = ["die", "card", "field"].map((name) => Number(found.values[name]) - 1);
  return { kind: found.kind, die: die!, card: card!, field: field! };
}

export const takeOf = (game: Declared, die: number): string => build(game, "take", { die: die + 1 });
export function putOf(game: Declared, spot: Spot): string {
  const card = spot.card + 1;
  if ("field" in spot) return build(game, "put", { card, field: spot.field + 1 });
  return build(game, "park" in spot ? "park" : "beside", { card });
}
export const moveOf = (game: Declared, card: number, field: number): string =>
  build(game, "move", { card: card + 1, field: field + 1 });

/** Something is put there from the hand. */
export const isSpot = (game: Declared, move: string): boolean => isA(game, move, "put", "beside", "park");

/** Of a move that takes one. */
export function dieTakenBy(game: Declared, move: string | null): number | null {
  const deed = deedOf(game, move);
  return deed?.kind === "take" ? deed.die : null;
}
