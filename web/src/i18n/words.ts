/** Texts: ICU messages, which the terminal reads too. The page has one file for each language (`texts/fr.json`), and so has
 *  each game, whose words come from the server (`games.ts`).
 *
 *      const t = pageWords("lobby");
 *      t("open.title")                    a path into that part of the file
 *      t("seats", { n: 4 })               "{n, plural, one {# seat} other {# seats}}"
 *      t("wait", { names: ["Ida", "Bo"] })  a list, as the language has it: "Ida und Bo"
 *
 *  What it gives follows the language at once, in templates and in $derived. */

import { IntlMessageFormat } from "intl-messageformat";
import { settings } from "../settings.svelte";
import type page from "../texts/de.json";
import { bookOf, type Language } from "./languages";

export type Values = Record<string, string | number | readonly string[]>;
export interface Book {
  [key: string]: string | readonly unknown[] | Book;
}
export type Path<T> = {
  [K in keyof T & string]: T[K] extends string ? K : T[K] extends object ? `${K}.${Path<T[K]>}` : never;
}[keyof T & string];
export type Words<T> = (key: Path<T>, values?: Values) => string;

/** `part`: what holds the words now. A key without any is given back as it is. */
export function words<T>(part: () => unknown): Words<T> {
  return (key, values = {}) => {
    let found = part();
    for (const step of (key as string).split(".")) found = (found as Book | undefined)?.[step];
    return typeof found === "string" ? fill(found, values) : (key as string);
  };
}

const pages: Record<Language, Book> = {};

/** Fetches the page's words, once. */
export async function loadPage(language: Language): Promise<void> {
  pages[language] ??= await bookOf(language);
}

export function pageWords<K extends keyof typeof page & string>(part: K): Words<(typeof page)[K]> {
  return words(() => pages[settings.language]?.[part]);
}

const messages = new Map<string, IntlMessageFormat>();

function messageOf(text: string, language: Language): IntlMessageFormat {
  const key = `${language} ${text}`;
  const message = messages.get(key) ?? new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  messages.set(key, message);
  return message;
}

/** A text with its blanks filled in. One that lacks something is shown as it is. */
export function fill(text: string, values: Values): string {
  if (!text.includes("{")) return text;
  const worded = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "object" ? listed(value) : value,
  ]);
  try {
    return messageOf(text, settings.language).format<string>(Object.fromEntries(worded)) as string;
  } catch {
    return text;
  }
}

/** "Anna, Ben und Carla"; `type` "disjunction": "… oder Carla". */
export function listed(names: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(settings.language, { type }).format(names);
}
