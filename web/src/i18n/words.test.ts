import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { afterEach, expect, test } from "vitest";
import { settings } from "../settings.svelte";
import { gameWords, keepBook, textsOf } from "./games";
import { LANGUAGES } from "./languages";
import { GAME_BOOKS } from "./setup";
import { fill, listed, words, type Book } from "./words";

const PAGE_BOOKS = import.meta.glob<Book>("../texts/*.json", { eager: true, import: "default" });
const BOOKS = { ...PAGE_BOOKS, ...GAME_BOOKS };
const folders = [...new Set(Object.keys(BOOKS).map((path) => path.replace(/\w+\.json$/, "")))];

/** Every text by its path. */
function textsIn(book: unknown, before = ""): [string, string][] {
  if (typeof book !== "object" || book === null) return [[before, String(book)]];
  return Object.entries(book).flatMap(([key, value]) => textsIn(value, `${before}/${key}`));
}

/** What is to be filled in, wherever it stands. */
function blanks(parts: readonly MessageFormatElement[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === TYPE.plural || part.type === TYPE.select)
      return [part.value, ...Object.values(part.options).flatMap((option) => blanks(option.value))];
    return part.type === TYPE.argument ? [part.value] : [];
  });
}
const blanksOf = (text: string): string[] => [...new Set(blanks(parse(text, { ignoreTag: true })))].sort();

test.each(folders)("texts are complete in every language, with the same blanks: %s", (folder) => {
  const german = new Map(textsIn(BOOKS[`${folder}de.json`]));
  for (const language of LANGUAGES) {
    const texts = new Map(textsIn(BOOKS[`${folder}${language}.json`]));
    expect([...texts.keys()].sort(), language).toEqual([...german.keys()].sort());
    for (const [path, text] of texts) {
      expect(blanksOf(text), `${language} ${path}`).toEqual(blanksOf(german.get(path)!));
      expect(text === "", `${language} ${path}`).toBe(german.get(path) === "");
      expect(text, "an apostrophe is ’: ICU quotes by the straight one").not.toContain("'");
    }
  }
});

afterEach(() => void (settings.language = "de"));

test("words follow the language; blanks are filled; counts choose, as each language counts", () => {
  const books: Record<string, Book> = {
    de: { a: "Hallo {name}", n: "{n, plural, one {eine} other {# Karten}}" },
    fr: { a: "Salut {name}", n: "{n, plural, one {# carte} other {# cartes}}" },
  };
  const t = words<{ a: string; n: string }>(() => books[settings.language]);
  expect([t("a", { name: "Ida" }), t("n", { n: 1 }), t("n", { n: 0 })]).toEqual(["Hallo Ida", "eine", "0 Karten"]);
  settings.language = "fr";
  expect([t("n", { n: 0 }), t("n", { n: 2 })]).toEqual(["0 carte", "2 cartes"]);
  expect(t("a", { name: ["Ida", "Bo", "Cy"] })).toBe("Salut Ida, Bo et Cy");
  expect(listed(["1", "2"], "disjunction")).toBe("1 ou 2");
});

test("what lacks something is shown as it is", () => {
  expect(fill("{x} {y}", { x: 1 })).toBe("{x} {y}");
  expect(words<{ a: string }>(() => undefined)("a")).toBe("a");
});

test("a game's words: what the catalogue tells, then all of them, wherever the game is held", () => {
  const before = textsOf("toy", { de: { name: "Spiel" } });
  keepBook("toy", "de", { name: "Spiel", page: { go: "Los" } });
  expect(gameWords<{ go: string }>("toy", "page")("go")).toBe("Los");
  expect(textsOf("toy", { de: { name: "Spiel" } })).toBe(before);
  expect(before.de!.page).toEqual({ go: "Los" });
});
