import { expect, test } from "vitest";
import { LANGUAGES, languageOf, nameOf } from "./i18n/languages";

test("a browser gets the first of its languages that we speak, and else English", () => {
  expect(languageOf(["de-AT", "en"])).toBe("de");
  expect(languageOf(["en-US", "de"])).toBe("en");
  expect(languageOf(["ja-JP"])).toBe("en");
  expect(languageOf(["ja-JP", "de"])).toBe("de");
  expect(languageOf(["fr-CA", "de"])).toBe("fr");
  expect(languageOf([])).toBe("de");
});

test("every language there is, named in itself", () => {
  expect(LANGUAGES.map(nameOf)).toEqual(expect.arrayContaining(["Deutsch", "English", "Français"]));
});
