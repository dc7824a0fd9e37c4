/** What a game brings for those who learn it. */

import type { Component } from "svelte";
import type { Values } from "../i18n/words";
import type { Row } from "../protocol";

/** A turn of the guided match: what somebody does, and all that changes by it. */
export interface Scene {
  seat: number;
  move: string;
  total: number; // what is announced
  rows: Row[];
  changes: number[]; // cell, value, …
  hint?: string; // yours: what is explained before it,
  choices?: Record<string, { total: number; chip: boolean }>; // and what each card of your hand would lead to
}

export interface Script {
  game: string;
  you: number;
  start: number[];
  scenes: Scene[];
}

export interface Lesson {
  steps: readonly string[]; // the pictures, in order; texts `steps.NAME.title` and `.text`
  names: readonly string[]; // who plays with you
  Picture: Component<{ name: string }>;
  Teacher: Component<{ happy?: boolean }>;
  script: Script;
  w: (key: string, values?: Values) => string; // texts `guided.hints.NAME`, `guided.end`, `guided.costs`, `guided.other`
}

const LESSONS: Record<string, () => Promise<{ lesson: Lesson }>> = {
  lobo77: () => import("../games/lobo77/lesson"),
};

export async function lessonOf(game: string): Promise<Lesson | null> {
  return (await LESSONS[game]?.())?.lesson ?? null;
}
