/** Every game of this page, easier ones first: whatever folder here has an entry.ts. */

import type { Component } from "svelte";
import type { Lesson } from "../learn/lesson";
import { loadWords } from "../net/api";
import type { Draw } from "../rules/pictures";
import type { Entry } from "./entry";
import type { GameModule } from "./module";

const found = import.meta.glob<Entry>("./*/entry.ts", { eager: true, import: "default" });

export const GAMES: readonly Entry[] = Object.values(found).sort(
  (a, b) => a.depth - b.depth || a.name.localeCompare(b.name),
);

const entryOf = (name: string): Entry | undefined => GAMES.find((game) => game.name === name);

export async function moduleNamed(name: string): Promise<GameModule | null> {
  return withWords(name, entryOf(name)?.module());
}

export async function lessonOf(name: string): Promise<Lesson | null> {
  return withWords(name, entryOf(name)?.lesson());
}

/** … when the game's words are here, too. */
async function withWords<T>(name: string, asked: Promise<T> | undefined): Promise<T | null> {
  return asked ? (await Promise.all([asked, loadWords(name)]))[0] : null;
}

/** Null: a game whose rulebook has no pictures; their words are shown. */
export async function rulebookPictureOf(name: string): Promise<Draw | null> {
  return (await withWords(name, entryOf(name)?.RulebookPicture?.()))?.default ?? null;
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
