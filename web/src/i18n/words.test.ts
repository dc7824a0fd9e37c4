import { expect, test } from "vitest";
import { settings } from "../settings.svelte";
import { fill, pathsOf, words } from "./words";

const books = import.meta.glob<{ default: object }>("../**/texts/*.json", { eager: true });
const folders = new Set(Object.keys(books).map((path) => path.replace(/\/\w+\.json$/, "")));
const textAt = (book: object, path: string): string =>
  String(path.split(".").reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], book));
const blanks = (book: object, path: string): string[] =>
  [...textAt(book, path).matchAll(/\{\w+\}/g)].map(String).sort();

test.each([...folders])("texts are complete in both languages: %s", (folder) => {
  const de = books[`${folder}/de.json`]!.default;
  const en = books[`${folder}/en.json`]!.default;
  expect(pathsOf(en)).toEqual(pathsOf(de));
  for (const path of pathsOf(de)) {
    expect(blanks(en, path), path).toEqual(blanks(de, path));
    expect(textAt(en, path).trim() === "", path).toBe(textAt(de, path).trim() === "");
  }
});

test("words follow the language; blanks are filled; counts choose", () => {
  const t = words(
    { a: "Hallo {name}", n: { one: "eine", other: "{n} Karten" } },
    { a: "Hi {name}", n: { one: "one", other: "{n} cards" } },
  );
  settings.language = "de";
  expect([t("a", { name: "Ida" }), t("n", { n: 1 }), t("n", { n: 3 })]).toEqual(["Hallo Ida", "eine", "3 Karten"]);
  settings.language = "en";
  expect(t("n", { n: 3 })).toBe("3 cards");
  expect(fill("{x} {y}", { x: 1 })).toBe("1 {y}");
});
