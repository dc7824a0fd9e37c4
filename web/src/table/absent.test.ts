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

test("by days it says until when somebody has time, or that he is on holiday; no bot is announced", () => {
  settings.language = "de";
  const noon = new Date().setHours(12, 0, 0, 0);
  const slow = (emil: Partial<Chair>): TableView => ({
    ...table(chair("Anna", true), { ...chair("Emil", false), ...emil }),
    pace_h: 24,
    when_late: "move",
  });
  const words = (emil: Partial<Chair>) => new Absent().words(slow(emil), 0b10, [0], 1_000);
  expect(words({ until: noon })).toBe("Emil ist dran, bis heute, 12:00.");
  expect(words({ holiday: noon })).toBe("Emil ist im Urlaub bis heute, 12:00. So lange steht die Zeit still.");
  expect(words({})).toBeNull();
});

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
