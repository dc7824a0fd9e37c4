import { beforeEach, expect, test } from "vitest";
import { Film, type Shown } from "../../replay/film";
import type { Chair, Game } from "../../protocol";
import { settings } from "../../settings.svelte";
import { eventsOf, rowsOf } from "../events";
import type { Row, View } from "../module";
import { bloederSack } from ".";
import { awardOf, diceAfter, lastScoring, sackEvents, type SackEvent } from "./events";
import { explained } from "./explain";
import fixture from "./fixture.json";
import { scenes } from "./scenes";
import { sackOf } from "./state";

const game = fixture.game as unknown as Game;
const finished = fixture.finished as unknown as Shown;
const film = new Film(finished, game);
const chairs = finished.match.names.map((name, colour): Chair => ({
  kind: "human",
  name,
  colour,
  picture: colour,
  level: null,
  here: true,
  away: false,
  misreckoned: 0,
  handicap: 0,
}));
const viewOf = (cells: readonly number[], you: number | null = 0): View => ({
  game,
  options: {},
  cells,
  story: [],
  chairs,
  you,
  moves: [],
  actors: 0,
});
const steps = film.moments.slice(1).map((_, i) => rowsOf(game, film.played(i + 1, null)));
const acted = (rows: readonly Row[]) => scenes(rows, viewOf(rows[0]!.before));
const story = sackEvents(eventsOf(game, film.state(film.last, null).story));

beforeEach(() => {
  settings.language = "de";
  settings.motion = true;
});

test("every message of a match ends as the server says", () => {
  for (const step of steps) expect(acted(step).at(-1)!.cells).toEqual(step.at(-1)!.after);
});

test("between the rows everything lies where the server says; only a card that is scored within a row takes its time", () => {
  for (const step of steps) {
    const list = acted(step);
    for (const [at, row] of step.entries()) {
      if (
        at === step.length - 1 ||
        row.events.length === 0 ||
        row.events.some(({ kind }) => kind === "declines" || kind === "start" || kind === "card")
      )
        continue;
      const { trays, ...truth } = sackOf(viewOf(row.after));
      const seen = list.map((scene) => sackOf(viewOf(scene.cells)));
      expect(
        seen.some(
          (one) =>
            JSON.stringify([one.supply, one.won, one.hand, one.pile, one.turn]) ===
            JSON.stringify([truth.supply, truth.won, truth.hand, truth.pile, truth.turn]),
        ),
      ).toBe(true);
      expect(
        seen.some(
          (one) => JSON.stringify(one.trays.map(({ dice }) => dice)) === JSON.stringify(trays.map(({ dice }) => dice)),
        ),
      ).toBe(true);
    }
  }
});

test("a die that fills a tray is seen on it before the dice go home, and everybody's go to his supply", () => {
  for (const step of steps) {
    const list = acted(step);
    for (const event of sackEvents(step.flatMap(({ events }) => events))) {
      if (event.kind !== "places") continue;
      const lies = list.find((scene) => scene.travels.some(({ to }) => to === `field-${event.tray}-${event.field}`))!;
      expect(sackOf(viewOf(lies.cells)).trays[event.tray - 1]!.dice[event.field - 1]).toEqual({
        seat: event.seat,
        value: event.value,
      });
    }
  }
});

test("who would win a tray's card is shown as soon as the die lies there", () => {
  for (const step of steps) {
    const [event] = sackEvents(step[0]!.events);
    const scored = step.some(({ events }) => events.some(({ kind }) => kind === "gets" || kind === "nobody"));
    if (event?.kind !== "places" || scored) continue;
    const [first, end] = [acted(step)[0]!.cells, step.at(-1)!.after].map(
      (cells) => sackOf(viewOf(cells)).trays[event.tray - 1]!,
    );
    expect([first!.leader, first!.counting, first!.amounts]).toEqual([end!.leader, end!.counting, end!.amounts]);
  }
});

test("a roll is seen rolling, and a scoring is explained while the dice still lie there", () => {
  let seen = 0;
  for (const step of steps) {
    for (const scene of acted(step)) {
      const showing = sackEvents(scene.showing ?? []);
      const award = awardOf(showing);
      if (showing.some(({ kind }) => kind === "rolls") && !award) expect(scene.hold).toBeGreaterThan(500);
      if (!award) continue;
      seen += 1;
      const tray = sackOf(viewOf(scene.cells)).trays[award.tray - 1]!;
      expect(tray.leader).toBe(award.gets?.seat ?? null);
      expect(tray.dice.filter(Boolean).length).toBeGreaterThan(0);
      expect(scene.hold).toBeGreaterThan(1000);
    }
  }
  expect(seen).toBe(story.filter(({ kind }) => kind === "gets" || kind === "nobody").length);
});

test("with motion off nobody waits for a roll", () => {
  settings.motion = false;
  for (const scene of steps.flatMap(acted)) {
    if (!awardOf(sackEvents(scene.showing ?? []))) expect(scene.hold).toBeUndefined();
  }
});

test("a scored card goes to whom it belongs, or aside, and every die of the tray goes home", () => {
  for (const step of steps) {
    for (const scene of acted(step)) {
      const card = scene.travels.find(({ from }) => from.startsWith("card-"));
      if (!card) continue;
      expect(card.to).toMatch(/^won-[01]$|^aside$/);
      for (const die of scene.travels.filter((travel) => travel !== card)) expect(die.to).toMatch(/^supply-[01]$/);
    }
  }
});

test("the dice of a tray can be told from the story, also after one was taken back", () => {
  const cells = film.state(film.last - 1, null).cells;
  const before = sackEvents(eventsOf(game, film.state(film.last - 1, null).story));
  for (const tray of [1, 2, 3, 4, 5])
    expect(diceAfter(before, tray)).toEqual(sackOf(viewOf(cells)).trays[tray - 1]!.dice.filter(Boolean));
  const placed: SackEvent = { kind: "places", seat: 0, value: 5, tray: 2, field: 1 };
  expect(diceAfter([placed, { kind: "undone", seat: 0 }], 2)).toEqual([]);
  expect(diceAfter([placed, { kind: "undone", seat: 0 }, { ...placed, value: 3 }], 2)).toEqual([{ seat: 0, value: 3 }]);
  expect(diceAfter([placed, { kind: "replaces", seat: 1, to: 0, value: 5, tray: 2, field: 1 }], 2)).toEqual([
    { seat: 1, value: 5 },
  ]);
});

test("the last scoring can be looked at again", () => {
  expect(lastScoring([])).toBeNull();
  const scoring = lastScoring(story)!;
  const award = awardOf(scoring)!;
  expect(award.cause).toBe("final");
  expect(diceAfter(scoring.slice(0, -1), award.tray).length).toBeGreaterThan(0);
});

test("why somebody gets a card, in words", () => {
  const counts = [
    { kind: "counts", seat: 0, tray: 4, fields: 5, amount: 2, last: 3 },
    { kind: "counts", seat: 1, tray: 4, fields: 10, amount: 2, last: 4 },
  ] as const;
  const gets = { kind: "gets", seat: 1, tray: 4, card: "gleiche", symbols: 2, fields: 10, amount: 2, tie: 4 } as const;
  const words = (events: readonly SackEvent[]) => Object.values(explained(awardOf(events)!, { chairs, you: 0 }));
  expect(words([{ kind: "full", tray: 4 }, ...counts, gets])).toEqual([
    "Ablage 4 ist voll",
    "Hanna 2 · Ben 2",
    "Gleichstand: Der letzte Würfel ist von Ben.",
  ]);
  expect(words([{ kind: "scores", seat: 0, tray: 4 }, ...counts, { ...gets, seat: 0, tie: 0 }])).toEqual([
    "Du wertest Ablage 4",
    "Hanna 2 · Ben 2",
    "Du bekommst die Karte.",
  ]);
  const none = { ...counts[0], amount: 0, fields: 0 };
  expect(
    words([{ kind: "rolls", seat: 1, one: 4, two: 4 }, none, { kind: "nobody", tray: 4, card: "gleiche" }]),
  ).toEqual(["Ben würfelt Pasch 4", "Hanna –", "Niemand erfüllt das: Karte zur Seite."]);
});

test("a placed die can be taken back until something else has happened", () => {
  const after = (...events: SackEvent[]) => bloederSack.undo!({ ...viewOf(film.state(0, null).cells), story: events });
  const mine: SackEvent = { kind: "places", seat: 0, value: 5, tray: 2, field: 1 };
  expect(after(mine)).toBe(true);
  expect(after({ kind: "declines", seat: 0 })).toBe(true);
  expect(after(mine, { kind: "undone", seat: 0 })).toBe(false);
  expect(after(mine, { kind: "rolls", seat: 1, one: 1, two: 2 })).toBe(false);
  expect(after({ ...mine, seat: 1 })).toBe(false);
  expect(after()).toBe(false);
});
