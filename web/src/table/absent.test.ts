import { expect, test } from "vitest";
import type { Chair, TableView } from "../protocol";
import { settings } from "../settings.svelte";
import { Absent } from "./absent";

const chair = (name: string, here: boolean, away = false): Chair => ({
  kind: "human",
  name,
  colour: 0,
  picture: 0,
  level: null,
  here,
  away,
  misreckoned: 0,
  handicap: 0,
});
const table = (...chairs: Chair[]): TableView =>
  ({ stage: "playing", paused: false, grace_s: 60, chairs }) as TableView;

test("the prompt says who is away, and from when a bot plays for him", () => {
  settings.language = "de";
  const absent = new Absent();
  const emil = chair("Emil", false);
  expect(absent.words(table(chair("Anna", true), emil), 0b10, [0], 1_000)).toBe(
    "Emil ist nicht da. Spätestens in 60 s spielt ein Bot für ihn.".replace("für ihn", "weiter"),
  );
  expect(absent.words(table(chair("Anna", true), emil), 0b10, [0], 41_000)).toContain("20 s");
  expect(absent.words(table(chair("Anna", true), emil), 0b01, [0], 41_000)).toBeNull();
  expect(absent.words(table(chair("Anna", true), chair("Emil", false, true)), 0b10, [0], 62_000)).toBeNull();
});
