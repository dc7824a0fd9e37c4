/** Every game of this page: its picture at once, the rest when somebody plays, watches or learns it. */

import type { Component } from "svelte";
import type { Lesson } from "../learn/lesson";
import BlitzEmblem from "./blitzgriff/Emblem.svelte";
import SackEmblem from "./bloeder-sack/Emblem.svelte";
import GraciasEmblem from "./gracias/Emblem.svelte";
import LoboEmblem from "./lobo77/Emblem.svelte";
import type { GameModule } from "./module";

interface Entry {
  name: string;
  accent: string; // a token
  minutes: number; // of a match among four, about
  depth: 1 | 2 | 3; // how much there is to think about
  plays?: Readonly<Record<string, string>>; // options with which a table opens here, if not the game's own
  Emblem: Component; // its picture in the lobby: about 2.4 × --emblem wide and 1.6 × --emblem high
  alwaysNamed?: string; // an option, also when it is the usual one
  races?: (options: Readonly<Record<string, string>>) => boolean; // do all play at the same time?
  module: () => Promise<GameModule>;
  lesson: () => Promise<Lesson>;
}

export const GAMES: readonly Entry[] = [
  {
    name: "lobo77",
    accent: "--lobo",
    minutes: 15,
    depth: 1,
    Emblem: LoboEmblem,
    module: async () => (await import("./lobo77")).lobo77,
    lesson: async () => (await import("./lobo77/lesson")).lesson,
  },
  {
    name: "blitzgriff",
    accent: "--blitz",
    minutes: 20,
    depth: 2,
    plays: { pace: "blitz" }, // BG-X3 the game is the race
    Emblem: BlitzEmblem,
    alwaysNamed: "pace",
    races: ({ pace }) => pace === "blitz",
    module: async () => (await import("./blitzgriff")).blitzgriff,
    lesson: async () => (await import("./blitzgriff/lesson")).lesson,
  },
  {
    name: "bloeder-sack",
    accent: "--sack",
    minutes: 20,
    depth: 3,
    Emblem: SackEmblem,
    module: async () => (await import("./bloeder-sack")).bloederSack,
    lesson: async () => (await import("./bloeder-sack/lesson")).lesson,
  },
  {
    name: "gracias",
    accent: "--gracias",
    minutes: 15,
    depth: 2,
    Emblem: GraciasEmblem,
    module: async () => (await import("./gracias")).gracias,
    lesson: async () => (await import("./gracias/lesson")).lesson,
  },
];

const entryOf = (name: string): Entry | undefined => GAMES.find((game) => game.name === name);

export async function moduleNamed(name: string): Promise<GameModule | null> {
  return (await entryOf(name)?.module()) ?? null;
}

export async function lessonOf(name: string): Promise<Lesson | null> {
  return (await entryOf(name)?.lesson()) ?? null;
}

export function racesWith(name: string, options: Readonly<Record<string, string>>): boolean {
  return entryOf(name)?.races?.(options) ?? false;
}

/** With which a table is opened from this page. */
export function usualOptions(name: string): Record<string, string> {
  return { ...entryOf(name)?.plays };
}

export function alwaysNamed(name: string): string | undefined {
  return entryOf(name)?.alwaysNamed;
}

export function accentOf(name: string): string {
  return entryOf(name)?.accent ?? "--accent";
}

export function emblemOf(name: string): Component | undefined {
  return entryOf(name)?.Emblem;
}
