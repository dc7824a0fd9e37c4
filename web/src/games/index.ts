/** Every game of this page: its picture at once, the rest when somebody plays, watches or learns it. */

import type { Component } from "svelte";
import type { Lesson } from "../learn/lesson";
import LoboEmblem from "./lobo77/Emblem.svelte";
import type { GameModule } from "./module";

interface Entry {
  name: string;
  accent: string; // a token
  Emblem: Component; // its picture in the lobby: about 2.4 × --emblem wide and 1.6 × --emblem high
  module: () => Promise<GameModule>;
  lesson: () => Promise<Lesson>;
}

export const GAMES: readonly Entry[] = [
  {
    name: "lobo77",
    accent: "--lobo",
    Emblem: LoboEmblem,
    module: async () => (await import("./lobo77")).lobo77,
    lesson: async () => (await import("./lobo77/lesson")).lesson,
  },
];

const entryOf = (name: string): Entry | undefined => GAMES.find((game) => game.name === name);

export async function moduleNamed(name: string): Promise<GameModule | null> {
  return (await entryOf(name)?.module()) ?? null;
}

export async function lessonOf(name: string): Promise<Lesson | null> {
  return (await entryOf(name)?.lesson()) ?? null;
}

export function accentOf(name: string): string {
  return entryOf(name)?.accent ?? "--accent";
}

export function emblemOf(name: string): Component | undefined {
  return entryOf(name)?.Emblem;
}
