/** Lobo 77's cells by name: what is drawn. */

import { Cells } from "../cells";
import type { View, Viewer } from "../module";

export const OUT = -1; // in `chips`
export const NO_CARD = -1;
export const DRAW = "draw";

export interface Lobo {
  cells: Cells;
  total: number;
  top: string | null;
  pile: number;
  discarded: number;
  direction: number;
  turn: number;
  owes: number;
  played: number;
  byHand: boolean;
  over: boolean;
  chips: number[];
  handSizes: number[];
  draws: number[];
}

export function loboOf(view: Pick<View, "game" | "cells">): Lobo {
  const cells = new Cells(view.game, view.cells);
  const top = cells.one("top");
  return {
    cells,
    total: cells.one("total"),
    top: top === NO_CARD ? null : (view.game.moves[top] ?? null),
    pile: cells.one("pile_size"),
    discarded: cells.row("discards").reduce((sum, n) => sum + n, 0),
    direction: cells.one("direction"),
    turn: cells.one("turn"),
    owes: cells.one("owes"),
    played: cells.one("played"),
    byHand: cells.one("by_hand") === 1,
    over: cells.one("stage") === 2,
    chips: cells.row("chips"),
    handSizes: cells.row("hand_size"),
    draws: cells.row("draws"),
  };
}

/** A seat's cards as texts, in the order of the deck. */
export function handOf(view: Pick<View, "game" | "cells">, seat: number): string[] {
  const counts = new Cells(view.game, view.cells).row("hand", seat);
  return counts.flatMap((count, card) => Array.from({ length: count }, () => view.game.moves[card]!));
}

/** LO-T9 The total is in the players' heads; whoever looks back at a match may see it. */
export function reckons(view: Pick<Viewer, "options" | "past">): boolean {
  return view.options.announce === "by head" && !view.past;
}
