import { expect, test } from "vitest";
import type { Event, GameModule, Viewer } from "../games/module";
import type { Placed } from "../net/match";
import type { Chair, SeatChange } from "../protocol";
import { settings } from "../settings.svelte";
import { chronicle } from "./chronicle";

settings.language = "de";

const module = {
  tell: (events: readonly Event[], { chairs }: Viewer) =>
    events.map(({ seat }) => ({ seat: Number(seat), kind: "plays", text: chairs[Number(seat)]!.name })),
} as unknown as GameModule;
const plays = (seat: number): Event => ({ kind: "plays", seat }) as unknown as Event;
const chair = (name: string, away = false): Chair => ({ name, away, kind: "human" }) as Chair;
const change = (before: number, what: SeatChange["what"], name: string): Placed => ({
  before,
  change: { row: before, seat: 1, what, name, level: null },
});
const viewer = (...names: string[]): Viewer =>
  ({ game: {}, options: {}, chairs: names.map((name) => chair(name)), you: 0 }) as unknown as Viewer;
const story = [plays(0), plays(1), plays(1)];
const lines = (changes: readonly Placed[], names?: readonly string[]) =>
  chronicle(module, story, viewer("Anna", "Ben"), changes, names)
    .filter(({ kind }) => kind === "plays")
    .map(({ text }) => text);

test("a line keeps the name of who sat there then", () => {
  expect(lines([change(2, "sat", "Ben")], ["Anna", "Hanna"])).toEqual(["Anna", "Hanna", "Ben"]);
  expect(lines([change(1, "stood", "Lotte"), change(2, "sat", "Ben")], ["Anna", "Emil"])).toEqual([
    "Anna",
    "Lotte",
    "Ben",
  ]);
});

test("whoever comes later knows of the names what the changes tell", () => {
  expect(lines([change(1, "stood_in", "Emil"), change(2, "stood", "Lotte")])).toEqual(["Anna", "Emil (Bot)", "Lotte"]);
  expect(lines([change(2, "sat", "Ben")])).toEqual(["Anna", "Ben", "Ben"]);
});
