/** Texts in both languages. Each folder has its own `texts/de.json` and `texts/en.json`:
 *
 *      const t = words(de, en);
 *      t("open.title")                    a path into the file
 *      t("seats", { n: 4 })               {n} is filled in; {"one": "…", "other": "…"} goes by n
 *
 *  What it gives follows the language at once, in templates and in $derived. */

import { settings, type Language } from "../settings.svelte";

export type Values = Record<string, string | number>;
type Counted = { one: string; other: string };
type Leaf = string | Counted;
interface Tree {
  [key: string]: Leaf | Tree;
}

export type Path<T> = {
  [K in keyof T & string]: T[K] extends string | Counted ? K : T[K] extends object ? `${K}.${Path<T[K]>}` : never;
}[keyof T & string];

export function words<T extends Tree>(de: T, en: T): (key: Path<T>, values?: Values) => string {
  const books: Record<Language, Tree> = { de, en };
  return (key, values = {}) => {
    let found: Leaf | Tree | undefined = books[settings.language];
    for (const part of (key as string).split(".")) found = (found as Tree | undefined)?.[part];
    return found === undefined ? (key as string) : fill(chosen(found as Leaf, values), values);
  };
}

function chosen(leaf: Leaf, values: Values): string {
  if (typeof leaf === "string") return leaf;
  return values.n === 1 ? leaf.one : leaf.other;
}

export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** Every path of a book of texts, for tests. */
export function pathsOf(book: object, before = ""): string[] {
  return Object.entries(book).flatMap(([key, value]) =>
    typeof value === "object" && value !== null ? pathsOf(value, `${before}${key}.`) : [before + key],
  );
}
