/** What a game brings for those who learn it. */

import type { Component } from "svelte";
import type { Values } from "../i18n/words";
import type { Frame, Game } from "../protocol";

/** A turn of the guided match: what somebody does, and all that changes by it. */
export interface Scene {
  seat: number;
  move: string;
  frames: readonly Frame[]; // as you see them
  hint?: string; // yours: what is explained before it,
  lit?: readonly string[]; // and what may be touched, if that is more than the one move (the pupil is to find it)
}

export interface Script {
  game: string;
  you: number;
  start: readonly number[];
  scenes: readonly Scene[];
}

export interface Lesson {
  steps: readonly string[]; // the pictures, in order; texts `steps.NAME.title` and `.text`
  names: readonly string[]; // who plays with you
  Picture: Component<{ name: string }>;
  Teacher: Component<{ happy?: boolean }>;
  script: Script; // a first match; without scenes: there is none
  passes?: readonly { name: string; script: Script }[]; // several short ones: texts `passes.NAME`, hash `#match-NAME`
  Cards?: Component; // all cards to look at, behind #cards; text `cards`
  /** What to say to a move that is not the script's. */
  reply(scene: Scene, move: string, game: Game): string;
  t: (key: string, values?: Values) => string; // texts `teacher` (a name), `guided.hints.NAME`, `guided.end`
}
