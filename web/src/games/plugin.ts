/** What the page module of a game in another package exports, and what it is given. It is plain JavaScript without a
 *  framework, served from that package, and imports files of its own folder only:
 *
 *      /** @type {import("spieltisch").Plugin} *\/
 *      export default (kit) => ({ Board, SeatMarks, Hand, Piece, hint, scenes, lesson });
 *
 *  examples/maexchen is one, docs/adding-a-game.md tells how it was made. */

import type { Values } from "../i18n/words";
import type { Scene as Turn } from "../learn/lesson";
import type { Game } from "../protocol";
import type { Drawing } from "../rules/pictures";
import type { Cells } from "./cells";
import type { Value } from "./events";
import type {
  BoardProps,
  Event,
  HandProps,
  PieceProps,
  Row,
  Scene,
  SeatMarksProps,
  Told,
  View,
  Viewer,
} from "./module";

export type { Actions, BoardProps, Event, HandProps, PieceProps, Row, Scene, SeatMarksProps, Told } from "./module";
export type { Sound, Travel, View, Viewer } from "./module";
export type { Chair, Game } from "../protocol";
export type { Cells, Drawing, Turn, Value, Values };

/** Draws into `target`, an element of its own without a box. */
export type Mount<P> = (target: HTMLElement, props: P) => Mounted<P>;

/** `update` is called again whenever something has changed that it read the last time: in its props, in what they
 *  lead to, or the language. Elements that stay are best changed in place: the focus stays with them. */
export interface Mounted<P> {
  update(props: P): void;
  destroy?(): void;
}

export interface DieProps {
  value: number; // 1 to 6
  colour?: number | null; // of a seat
  solid?: boolean; // a cube
  rolling?: boolean;
}

/** The page's own, for a game. */
export interface Kit {
  game: Game; // its description, as GET /api/games gives it
  t(key: string, values?: Values): string; // from `page` of the game's texts, in the reader's language
  cells(view: Pick<View, "cells">): Cells; // fields of the record by name
  move(kind: string, values?: Readonly<Record<string, string | number>>): string; // its text, as the rules declare it
  word(type: string, value: Value, view: Viewer): string; // a detail of an event, by the game's texts
  nameOf(view: Viewer, seat: number): string;
  acts(view: Pick<View, "actors">, seat: number | null): boolean;
  tell(events: readonly Event[], view: Viewer, loud?: readonly string[]): Told[]; // by `log` of the game's texts
  moves(): boolean; // may things move? Somebody may have switched it off
  Die: Mount<DieProps>; // as large as --die-size
}

/** As in module.ts; what is drawn is a `Mount`. Without `tell` events are told by the game's texts, none of them loud. */
export interface PluginGame {
  seating?: "around" | "above" | "rows";
  Board: Mount<BoardProps>;
  SeatMarks: Mount<SeatMarksProps>;
  Hand: Mount<HandProps>;
  Piece: Mount<PieceProps>;
  hint(view: View, picked?: string | null): string;
  scenes(rows: readonly Row[], view: View): Scene[];
  tell?(events: readonly Event[], view: Viewer): Told[];
  RulebookPicture?: Mount<Drawing>;
  lesson: PluginLesson;
}

/** As in learn/lesson.ts. Its words are in `lesson` of the game's texts, its match is guided.json. */
export interface PluginLesson {
  steps: readonly string[];
  names: readonly string[];
  Picture: Mount<{ name: string }>;
  Teacher: Mount<{ happy?: boolean }>;
  reply(turn: Turn, move: string): string; // a key of `lesson`: what to say to a move that is not the script's
}

export type Plugin = (kit: Kit) => PluginGame;
