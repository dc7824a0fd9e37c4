/** Lobo 77's cells by name: what is drawn. */

import { Cells } from "../cells";
import type { View, Viewer } from "../module";
import { build } from "../moves";

/** A card is drawn by hand. */
export const drawIn = (view: Pick<View, "game">): string => build(view.game, "draw");

export interface Lobo {
  cells: Cells<"lobo77">;
  total: number;
  top: string | null;
  pile: number;
  buried: boolean; // cards lie below the top one
  clockwise: boolean;
  turn: number;
  owes: number;
  played: number;
  byHand: boolean;
  over: boolean;
  chips: number[];
  out: boolean[];
  handSizes: number[];
  draws: number[];
}

export function loboOf(view: Pick<View, "game" | "cells">): Lobo {
  const cells = new Cells<"lobo77">(view.game, view.cells);
  return {
    cells,
    total: cells.one("total"),
    top: cells.choice("top") === "none" ? null : (cardsOf(view)[cells.one("top")] ?? null),
    pile: cells.one("pile_size"),
    buried: cells.one("buried") === 1,
    clockwise: cells.choice("direction") === "clockwise",
    turn: cells.one("turn"),
    owes: cells.one("owes"),
    played: cells.one("played"),
    byHand: cells.one("by_hand") === 1,
    over: cells.choice("stage") === "over",
    chips: cells.row("chips"),
    out: cells.choices("chips").map((name) => name === "out"),
    handSizes: cells.row("hand_size"),
    draws: cells.row("draws"),
  };
}

export function cardsOf(view: Pick<View, "game">): readonly string[] {
  return view.game.ids.card!;
}

/** A seat's cards as texts, in the order of the deck. */
export function handOf(view: Pick<View, "game" | "cells">, seat: number): string[] {
  const counts = new Cells(view.game, view.cells).row("hand", seat);
  return counts.flatMap((count, card) => Array.from({ length: count }, () => cardsOf(view)[card]!));
}

/** LO-T9 The total is in the players' heads; whoever looks back at a match may see it. */
export function reckons(view: Pick<Viewer, "options" | "past">): boolean {
  return view.options.announce === "by head" && !view.past;
}
