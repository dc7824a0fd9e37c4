import { beforeEach, expect, test } from "vitest";
import type { Race } from "../net/line.svelte";
import type { Chair } from "../protocol";
import { settings } from "../settings.svelte";
import { fairness, HEAD_START_MS } from "./fair";

const chairs = ["Hanna", "Ben"].map((name, colour): Chair => ({
  kind: "human",
  name,
  colour,
  picture: 0,
  level: null,
  here: true,
  away: false,
  misreckoned: 0,
  handicap: 0,
}));
const race = (told: Partial<Race>): Race => ({
  ready: [],
  los: null,
  bound: 120,
  lines: [10, 60],
  trust: "tcp",
  slow: [],
  ...told,
});

beforeEach(() => void (settings.language = "de"));

test("what the server has measured itself is said when asked for; nothing before there is anything", () => {
  expect(fairness(race({ lines: [null, null] }), chairs, 0).words).toEqual([]);
  const { words, warns } = fairness(race({}), chairs, 0);
  expect(words).toEqual([expect.stringMatching(/120 ms.*misst der Server selbst/)]);
  expect(warns).toBe(false);
});

test("a race that rests on what devices say, and one that is not corrected, say so by themselves", () => {
  const trusting = fairness(race({ trust: "pages" }), chairs, 0);
  expect(trusting.words[0]).toMatch(/bis zu 120 ms gewinnen/);
  const uncorrected = fairness(race({ trust: "nobody", bound: 0 }), chairs, 0);
  expect(uncorrected.words[0]).toMatch(/nicht ausgeglichen/);
  expect([trusting.warns, uncorrected.warns]).toEqual([true, true]);
});

test("whose line is too slow is told, and the host may give a head start, once", () => {
  const told = race({ lines: [10, 300], slow: [1] });
  expect(fairness(told, chairs, 1).words[1]).toMatch(/^Deine Verbindung \(300 ms\) ist zu langsam/);
  expect(fairness(told, chairs, 0).words[1]).toMatch(/Ben.*300 ms.*zu langsam/);
  expect(fairness(told, chairs, 0).offered).toEqual([1]);
  const given = chairs.map((chair, seat) => ({ ...chair, handicap: seat === 1 ? HEAD_START_MS : 0 }));
  expect(fairness(told, given, 0).offered).toEqual([]);
});
