import { expect, test } from "vitest";
import type { MyChair, MyStanding } from "../protocol";
import { settings } from "../settings.svelte";
import { awaited, inOrder, standing, type Row } from "./standing";

const HOUR = 3_600_000;
const chair = (name: string): MyChair => ({ kind: name ? "human" : "empty", name, colour: 0, picture: 0 });
const table = (more: Partial<MyStanding>): MyStanding => ({
  game: "lobo77",
  stage: "playing",
  paused: false,
  seat: 0,
  number: 1,
  chairs: ["Anna", "Emil", "Oma"].map(chair),
  turn: [0],
  ...more,
});

test("a table of ours says how it stands, and offers to play on only where there is something to play", () => {
  settings.language = "de";
  expect(standing(table({}), [0])).toEqual({ words: "Du bist dran", button: "Weiterspielen", calls: true });
  expect(standing(table({}), [1])).toEqual({ words: "Anna ist dran", button: "Weiterspielen", calls: false });
  expect(standing(table({ turn: [1, 2] }), [0]).words).toBe("Die Partie läuft");
  expect(standing(table({ paused: true }), [0]).words).toBe("Pause");
  expect(standing(table({ stage: "over", places: [2, 1, 1], turn: [] }), [2])).toEqual({
    words: "Gewonnen: du und Emil",
    button: "Ergebnis",
    calls: false,
  });
  expect(standing(table({ stage: "open", chairs: [chair("Anna"), chair("")], turn: [] }), [0])).toEqual({
    words: "Noch 1 Platz frei",
    button: "Zum Tisch",
    calls: false,
  });
});

test("by days it says until when; a match that is about to start calls those who have not been there", () => {
  settings.language = "de";
  const now = new Date(2026, 4, 1, 12).getTime();
  expect(standing(table({ pace_h: 24, until: now + 24 * HOUR }), [0], now).words).toBe(
    "Du bist dran, bis morgen, 12:00",
  );
  expect(standing(table({ pace_h: 24, holiday: now + 48 * HOUR }), [0], now).words).toBe(
    "Du bist im Urlaub bis Sonntag, 12:00",
  );
  expect(standing(table({ stage: "revealing", pace_h: 24 }), [0], now)).toMatchObject({ calls: true });
  expect(standing(table({ stage: "revealing", pace_h: 24 }), [1], now)).toMatchObject({ calls: false });
});

test("those that wait for us come first, the most urgent before all; a badge counts tables by days only", () => {
  const row = (name: string, at: number, known?: Partial<MyStanding>): Row => ({
    table: name,
    game: "lobo77",
    mine: [0],
    at,
    known: known && table(known),
  });
  const rows = [
    row("latest", 9),
    row("now", 3, {}),
    row("others", 8, { turn: [1] }),
    row("days", 1, { pace_h: 72, until: 60 * HOUR }),
    row("urgent", 2, { pace_h: 24, until: 5 * HOUR }),
    row("holiday", 4, { pace_h: 24, holiday: 50 * HOUR }),
  ];
  expect(inOrder(rows).map(({ table }) => table)).toEqual(["urgent", "days", "holiday", "now", "latest", "others"]);
  expect(rows.filter(awaited).map(({ table }) => table)).toEqual(["days", "urgent"]);
});
