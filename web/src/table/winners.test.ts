import { expect, test } from "vitest";
import { settings } from "../settings.svelte";
import { winnerWords } from "./winners";

const NAMES = ["Hanna", "Emil", "Oma"];

test("all who share the first place are named, and you first", () => {
  settings.language = "de";
  expect(winnerWords([1, 2, 3], NAMES, null)).toBe("Hanna gewinnt!");
  expect(winnerWords([1, 2, 3], NAMES, 0)).toBe("Du gewinnst!");
  expect(winnerWords([1, 1, 3], NAMES, null)).toBe("Hanna und Emil gewinnen!");
  expect(winnerWords([1, 1, 3], NAMES, 1)).toBe("Du und Hanna gewinnt!");
  expect(winnerWords([1, 1, 1], NAMES, 2)).toBe("Du, Hanna und Emil gewinnt!");
  expect(winnerWords([1, 1, 3], NAMES, 2)).toBe("Hanna und Emil gewinnen!");
  settings.language = "en";
  expect(winnerWords([1, 1, 3], NAMES, 1)).toBe("You and Hanna win!");
  expect(winnerWords([1, 1, 3], NAMES, 2)).toBe("Hanna and Emil win!");
  settings.language = "de";
});
