/** What a game brings to the table. A new game is one folder beside this file, and one line in index.ts.
 *
 *  A module draws cells and puts rows into words. It knows no rules: what may be done is in `moves`, what has
 *  happened is in rows and cells. */

import type { Component } from "svelte";
import type { Chair, Game, Row } from "../protocol";

/** A match at one moment, as one seat (or a spectator, or a replay) sees it. */
export interface View {
  game: Game;
  cells: readonly number[];
  chairs: readonly Chair[];
  you: number | null; // whose hand lies open at the bottom
  moves: readonly string[]; // what `you` may do now
  actors: number; // who may act now, as bits
}

/** One entry of the log in words; `seat` is who did it, or null. */
export interface Told {
  seat: number | null;
  kind: string; // for a mark beside the line; the game's own names
  text: string;
  loud?: boolean; // worth a word in large letters
}

/** A thing that travels over the table: names of `data-anchor`s, and what to draw. */
export interface Travel {
  from: string;
  to: string;
  piece: string; // understood by the module's Piece
  delay?: number; // ms
}

export type Sound = "card" | "chip" | "bell" | "win" | "turn" | "tap";

/** A part of what one message tells: things travel, then the cells look like this. */
export interface Scene {
  travels: Travel[];
  leaving?: readonly number[]; // how the cells look while things are on their way
  cells: readonly number[];
  sound?: Sound;
  shout?: string; // "Schnapszahl!"
  seat?: number; // who shouts
}

/** What a message changed: single rows, the cells before and after. */
export interface Step {
  rows: readonly Row[];
  before: readonly number[];
  after: readonly number[];
}

export interface BoardProps {
  view: View;
  log?: readonly Row[]; // what has been played so far
  large?: boolean; // on a television
}
export interface SeatMarksProps {
  view: View;
  seat: number;
  compact?: boolean;
}
export interface HandProps {
  view: View;
  seat: number; // usually view.you; in a replay with open hands, any
  onmove?: (move: string) => void; // called for lit and unlit pieces alike: the server says why not
  sent?: string | null; // a move on its way to the server
  small?: boolean;
}
export interface PieceProps {
  piece: string;
}

export interface GameModule {
  name: string;
  Emblem: Component; // its picture in the lobby
  Board: Component<BoardProps>; // the middle of the table
  SeatMarks: Component<SeatMarksProps>; // what lies before a seat
  Hand: Component<HandProps>; // one's own pieces and deeds
  Piece: Component<PieceProps>; // one thing that travels
  /** The log in words, from its first row. */
  tell(rows: readonly Row[], view: Pick<View, "game" | "cells" | "chairs" | "you">): Told[];
  /** What a person can do now, in one sentence. */
  hint(view: View): string;
  scenes(step: Step, view: View): Scene[];
  /** Options that the page does not offer (yet). */
  unoffered?: Record<string, string[]>;
}
