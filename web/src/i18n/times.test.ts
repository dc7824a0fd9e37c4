import { afterEach, expect, test } from "vitest";
import { settings } from "../settings.svelte";
import { ago, day, moment } from "./times";

const at = (...parts: [number, number, number, number?, number?]): number => new Date(...parts).getTime();
const NOW = at(2026, 9, 22, 20, 0); // a Thursday in October: on Sunday the clocks go back

afterEach(() => void (settings.language = "de"));

test("moments are told as people say them", () => {
  settings.language = "de";
  expect(moment(at(2026, 9, 22, 23, 5), NOW)).toBe("heute, 23:05");
  expect(moment(at(2026, 9, 23, 0, 5), NOW)).toBe("morgen, 00:05");
  expect(moment(at(2026, 9, 26, 18, 30), NOW)).toBe("Montag, 18:30");
  expect(day(at(2026, 9, 29, 18, 30), NOW)).toBe("29. Oktober"); // not "Donnerstag": that could be today
  settings.language = "en";
  expect(moment(at(2026, 9, 23, 18, 30), NOW)).toBe("tomorrow, 6:30 PM");
  expect(ago(NOW - 25 * 3_600_000, NOW)).toBe("yesterday");
  expect(ago(NOW - 5_000, NOW)).toBeNull();
});
