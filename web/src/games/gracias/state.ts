/** Gracias' cells by name: what is drawn. */

import { Cells } from "../cells";
import type { Ids } from "../event-types";
import type { View } from "../module";
import { build } from "../moves";

type Seen = Pick<View, "game" | "cells">;

export interface Gracias {
  cells: Cells<"gracias">;
  seats: number;
  taking: boolean;
  giving: boolean;
  over: boolean;
  pass: number;
  round: number;
  rounds: number; // of a pass
  big: number; // who has the big mouse,
  small: number; // and the small one
  turn: number;
  took: string[]; // the pair to be shared, or nothing
  triplets: string[][]; // the open cards of each; nothing: taken
  secrets: number[]; // how many hidden cards each has
  totals: number[];
  worth: number[]; // what the displays would bring, scored as they lie open
  unseen: number; // cards in the pile
}

export type Colour = Ids["gracias"]["colour"];

export function coloursOf(view: Pick<View, "game">): readonly Colour[] {
  return view.game.ids.colour as Colour[];
}

export function graciasOf(view: Seen): Gracias {
  const cells = new Cells<"gracias">(view.game, view.cells);
  const stage = cells.choice("stage");
  const seats = cells.one("seats");
  const all = Array.from({ length: seats }, (_, seat) => seat);
  const cards = (names: (string | null)[]): string[] =>
    names.filter((name) => name !== null && name !== "none") as string[];
  return {
    cells,
    seats,
    taking: stage === "taking",
    giving: stage === "giving",
    over: stage === "over",
    pass: cells.one("this_pass"),
    round: cells.one("this_round"),
    rounds: cells.one("rounds"),
    big: cells.one("big"),
    small: cells.one("small"),
    turn: cells.one("turn"),
    took: cards(cells.choices("took")),
    triplets: all.map((triplet) => cards(cells.choices("triplets", triplet))),
    secrets: cells.row("secrets"),
    totals: cells.row("totals"),
    worth: cells.row("worth"),
    unseen: cells.one("unseen"),
  };
}

export interface Pile {
  colour: string;
  count: number;
  most: boolean; // would be discarded, if it were scored as it lies open
  stacked: boolean; // five of it would be put away
}

/** What lies open before somebody, colour by colour. */
export function displayOf(view: Seen, seat: number): Pile[] {
  const cells = new Cells(view.game, view.cells);
  return coloursOf(view).map((colour, number) => ({
    colour,
    count: cells.one("opened", seat, number),
    most: (cells.one("most", number) & (1 << seat)) !== 0,
    stacked: (cells.one("stacked", number) & (1 << seat)) !== 0,
  }));
}

/** Hidden cards, for whoever may see them. */
export function hiddenOf(view: Seen, seat: number): string[] {
  const counts = new Cells(view.game, view.cells).row("secret", seat);
  return counts.flatMap((count, number) => Array.from({ length: count }, () => coloursOf(view)[number]!));
}

/** The move that gives away this card of the pair (its place), and keeps the other; "": there is no other. */
export function giftMove(game: View["game"], took: readonly string[], given: number, to: number): string {
  const kept = took[1 - given];
  return kept === undefined ? "" : build(game, "keep", { colour: kept, to });
}

/** Points of the passes that have been scored. */
export function scoresOf(view: Seen): number[][] {
  const { cells, seats } = graciasOf(view);
  return Array.from({ length: cells.one("scored") }, (_, number) => cells.row("scores", number).slice(0, seats));
}
