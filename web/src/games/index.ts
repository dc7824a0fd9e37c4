/** Every game of this page, easier ones first: whatever folder here has an entry.ts; and those that other packages bring. */

import type { Component } from "svelte";
import type { Lesson } from "../learn/lesson";
import { gameNamed, loadWords } from "../net/api";
import type { Game } from "../protocol";
import type { Draw } from "../rules/pictures";
import type { Entry } from "./entry";
import type { GameModule } from "./module";
import { pluggedIn } from "./plugged";

const found = import.meta.glob<Entry>("./*/entry.ts", { eager: true, import: "default" });

const entryOf = (game: Game): Entry | null =>
  Object.values(found).find(({ name }) => name === game.name) ?? pluggedIn(game);

/** Those of the server's games that can be shown. */
export function shownOf(games: readonly Game[]): { entry: Entry; game: Game }[] {
  const shown = games.flatMap((game) => {
    const entry = entryOf(game);
    return entry ? [{ entry, game }] : [];
  });
  return shown.sort(({ entry: a }, { entry: b }) => a.depth - b.depth || a.name.localeCompare(b.name));
}

async function entryNamed(name: string): Promise<Entry | null> {
  const game = await gameNamed(name);
  return game ? entryOf(game) : null;
}

export async function moduleNamed(name: string): Promise<GameModule | null> {
  return withWords(name, (entry) => entry.module());
}

export async function lessonOf(name: string): Promise<Lesson | null> {
  return withWords(name, (entry) => entry.lesson());
}

/** … when the game's words are here, too. */
async function withWords<T>(name: string, ask: (entry: Entry) => Promise<T>): Promise<T | null> {
  const entry = await entryNamed(name);
  return entry ? (await Promise.all([ask(entry), loadWords(name)]))[0] : null;
}

/** Null: a game whose rulebook has no pictures; their words are shown. */
export async function rulebookPictureOf(name: string): Promise<Draw | null> {
  const picture = await withWords(name, async (entry) => entry.RulebookPicture?.());
  return picture?.default ?? null;
}

export function racesWith(game: Game, options: Readonly<Record<string, string>>): boolean {
  return entryOf(game)?.races?.(options) ?? false;
}

/** With which a table is opened from this page. */
export function usualOptions(game: Game): Record<string, string> {
  return { ...entryOf(game)?.plays };
}

export function alwaysNamed(game: Game): string | undefined {
  return entryOf(game)?.alwaysNamed;
}

export function accentOf(game: Game | undefined): string {
  return (game && entryOf(game)?.accent) ?? "--accent";
}

export function emblemOf(game: Game): Component | undefined {
  return entryOf(game)?.Emblem;
}
