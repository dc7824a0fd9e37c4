/** Which languages there are: those with a file in `texts/`. Each file is fetched when somebody reads that language. */

import type { Book } from "./words";

export type Language = string; // "de", "en" …

const HOME = "de"; // for a browser that asks for no language
const ABROAD = "en"; // for one that asks for none of ours

const files = import.meta.glob<Book>("../texts/*.json", { import: "default" });
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.slice("../texts/".length, -5), load]));

export const LANGUAGES: readonly Language[] = [...loaders.keys()].sort();

/** The page's words. */
export const bookOf = (language: Language): Promise<Book> => loaders.get(language)!();

/** The first of a browser's languages that we speak. */
export function languageOf(wanted: readonly string[]): Language {
  const asked = wanted.map((tag) => tag.split("-")[0]!.toLowerCase());
  return asked.find((tag) => loaders.has(tag)) ?? (asked.length > 0 ? ABROAD : HOME);
}

/** In itself, as a list has it: "Deutsch", "Français". */
export function nameOf(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
