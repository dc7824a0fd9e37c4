import { expect, test } from "vitest";
import { languageOf } from "./settings.svelte";

test("a browser gets the first of its languages that we speak, and else English", () => {
  expect(languageOf(["de-AT", "en"])).toBe("de");
  expect(languageOf(["en-US", "de"])).toBe("en");
  expect(languageOf(["fr-FR"])).toBe("en");
  expect(languageOf(["fr-FR", "de"])).toBe("de");
  expect(languageOf([])).toBe("de");
});
