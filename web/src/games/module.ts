/** What a game brings to the table. A new game is one folder beside this file, and one entry in index.ts.
 *
 *  A module draws cells and puts events into words. It knows no rules: what may be done is in `moves`, what has
 *  happened is in events and cells. */

import type { Component } from "svelte";
import type { Race } from "../net/line.svelte";
import type { Chair, Game } from "../protocol";
import type { Event } from "./events";

export type { Event } from "./events";

/** Who looks on, and at what. */
export interface Viewer {
  game: Game;
  options: Readonly<Record<string, string>>; // of this table
  chairs: readonly Chair[];
  you: number | null; // whose hand lies open at the bottom
  past?: boolean; // a finished match that is looked at again: nothing is withheld
}

/** A match at one moment, as one seat (or a spectator, or a replay) sees it. */
export interface View extends Viewer {
  cells: readonly number[];
  story: readonly Event[]; // what has happened so far
  moves: readonly string[]; // what `you` may do now (empty where the game lists none)
  actors: number; // who may act now, as bits
  race?: Race | null; // where all play at the same time
  showing?: readonly Event[]; // what the board explains just now, see Scene
  sending?: readonly string[]; // moves of `you` that the server has not answered yet, where a module sends ahead
}

/** One entry of the log in words; `seat` is who did it, or null. */
export interface Told {
  seat: number | null;
  kind: string; // of the event, for a mark beside the line
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

export type Sound = "card" | "chip" | "bell" | "win" | "turn" | "tap" | "die";

/** A little joy where something great happens: paper, or a splash of water. */
export interface Joy {
  at: string; // the name of a `data-anchor`
  water?: boolean;
}

/** A part of what one message tells: things travel, then the cells look like this. */
export interface Scene {
  travels: Travel[];
  leaving?: readonly number[]; // how the cells look while things are on their way
  cells: readonly number[];
  sound?: Sound;
  shout?: string; // "Schnapszahl!"
  seat?: number; // who shouts
  quick?: boolean; // in a race: nothing waits for it
  showing?: readonly Event[]; // for the board, while this is seen: dice that roll, why somebody gets a card
  hold?: number; // ms: how long it is left to be seen
  joy?: Joy; // a great moment
  says?: { seat: number; text: string }; // in a bubble, while it goes on
  report?: readonly Event[]; // then the module's Report shows these, and all that follows waits until it is closed
}

/** A row of the log (or `times` rows that look alike): what it tells, and the cells before and after it. Numbers that a
 *  game only shows (`show`) are right after the last row of a message. */
export interface Row {
  seat: number; // below 0: nobody's, Chance's or the clock's
  move: string;
  times: number;
  events: readonly Event[];
  before: readonly number[];
  after: readonly number[];
}

/** How something is done. `picked` is the piece that is held (tapped, dragged or keyed) before it is put somewhere. */
export interface Actions {
  /** Called for lit and unlit pieces alike: the server says why not. `said`: the number that is said with it. */
  onmove?: (move: string, said?: number) => void; // without it nothing can be done here: a replay, a spectator
  sent?: string | null; // a move on its way to the server
  refused?: string | null; // one that has just come to nothing
  picked?: string | null;
  onpick?: (piece: string | null) => void;
}

export interface BoardProps extends Actions {
  view: View;
  large?: boolean; // on a television
}
export interface SeatMarksProps extends Actions {
  view: View;
  seat: number;
  around?: boolean; // at the table; else beside the own hand
}
export interface HandProps extends Actions {
  view: View;
  seat: number; // usually view.you; in a replay with open hands, any
  small?: boolean;
}
export interface PieceProps {
  piece: string;
}
export interface ReportProps {
  events: readonly Event[];
  view: View;
  onclose: () => void;
  auto?: boolean; // nobody is there to close it: it closes itself at its end
}

export interface GameModule {
  name: string;
  /** How the others sit: around an oval board, in a row above one that needs all the room, or on broad plates above it. */
  seating?: "around" | "above" | "rows";
  Board: Component<BoardProps>; // the middle of the table
  SeatMarks: Component<SeatMarksProps>; // what lies before a seat
  Hand: Component<HandProps>; // one's own pieces and deeds
  Piece: Component<PieceProps>; // one thing that travels
  /** Some events in words; see tell.ts. */
  tell(events: readonly Event[], view: Viewer): Told[];
  /** What a person can do now, in one sentence; `picked`: with this in his hand. */
  hint(view: View, picked?: string | null): string;
  /** The rows of one message, acted: what travels where. */
  scenes(rows: readonly Row[], view: View): Scene[];
  /** Does it look as if `you` might take the last move back? The server knows. */
  undo?(view: View): boolean;
  /** Where players reckon by themselves: which number is to be said with this move? null: none. */
  asks?(move: string, view: View): string | null;
  /** A scoring shown step by step, in a sheet over the table. */
  Report?: Component<ReportProps>;
  /** What the last scoring of this story was made of, so that it can be shown again. */
  lastReport?(story: readonly Event[]): readonly Event[] | null;
  /** Moves may be sent one right after the other: the module shows those in `view.sending` at once. */
  sendsAhead?: boolean;
  /** What a person may like otherwise in this game, in the settings. */
  Settings?: Component;
}

/** May this seat act now? */
export function acts(view: Pick<View, "actors">, seat: number | null): boolean {
  return seat !== null && (view.actors & (1 << seat)) !== 0;
}
