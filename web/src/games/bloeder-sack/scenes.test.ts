import { beforeEach, expect, test } from "vitest";
import { Film, type Shown } from "../../replay/film";
import type { Chair, Game } from "../../protocol";
import { likes } from "../../settings.svelte";
import { eventsOf } from "../events";
import type { View } from "../module";
import { bloederSack } from ".";
import { awardOf, diceAfter, lastScoring, sackEvents, type SackEvent } from "./events";
import { explained } from "./explain";
import fixture from "./fixture.json";
import { scenes } from "./scenes";
import { sackOf } from "./state";

const game = fixture.game as unknown as Game;
const finished = fixture.finished as unknown as Shown;
const film = new Film(finished, game);
const chairs = finished.match.names.map((name, colour): Chair => ({ kind: "human", name, colour, level: null, here: true, away: false, misreckoned: 0, handicap: 0 }));
const viewOf = (cells: readonly number[], you: number | null = 0): View => ({ game, options: {}, cells, story: [], chairs, you, moves: [], actors: 0 });
const steps = film.moments.slice(1).map((_, i) => ({ events: eventsOf(game, film.events(i + 1)), before: film.cells(i, null), after: film.cells(i + 1, null) }));
const story = sackEvents(eventsOf(game, film.story(film.last)));

beforeEach(() => {
  likes.language = "de";
  likes.motion = true;
});

test("every message of a match ends as the server says", () => {
  for (const step of steps) expect(scenes(step, viewOf(step.before)).at(-1)!.cells).toEqual(step.after);
});

test("on the way nothing is lost: the events alone lead to the dice, cards and supplies that the server has then", () => {
  const end = { kind: "wins", seat: 0, symbols: 0 }; // so that the last scene but one is made of events alone
  for (const step of steps) {
    const list = scenes({ ...step, events: [...step.events, end] }, viewOf(step.before));
    const told = sackOf(viewOf(list.at(-2)?.cells ?? step.before)); // to decline shows nothing
    const truth = sackOf(viewOf(step.after));
    expect([told.supply, told.won, told.symbols, told.pile, told.trays.map((tray) => tray.dice)]).toEqual([truth.supply, truth.won, truth.symbols, truth.pile, truth.trays.map((tray) => tray.dice)]);
  }
});

test("there are ten dice of everybody's at any moment: in supply, rolled, or on trays", () => {
  for (const scene of steps.flatMap((step) => scenes(step, viewOf(step.before)))) {
    const { supply, hand, turn, trays } = sackOf(viewOf(scene.cells));
    for (const seat of [0, 1]) {
      const lying = trays.flatMap((tray) => tray.dice).filter((die) => die?.seat === seat).length;
      expect(supply[seat]! + lying + (turn === seat ? hand.length : 0)).toBe(10);
    }
  }
});

test("a roll is seen rolling, and a scoring is explained while the dice still lie there", () => {
  let seen = 0;
  for (const step of steps) {
    for (const scene of scenes(step, viewOf(step.before))) {
      const showing = sackEvents(scene.showing ?? []);
      const award = awardOf(showing);
      if (showing.some(({ kind }) => kind === "rolls") && !award) expect(scene.hold).toBeGreaterThan(500);
      if (!award) continue;
      seen += 1;
      const tray = sackOf(viewOf(scene.cells)).trays[award.tray - 1]!;
      expect(tray.leader).toBe(award.gets?.seat ?? -1);
      expect(tray.laid).toBeGreaterThan(0);
      expect(scene.hold).toBeGreaterThan(1000);
    }
  }
  expect(seen).toBe(story.filter(({ kind }) => kind === "gets" || kind === "nobody").length);
});

test("with motion off nobody waits for a roll", () => {
  likes.motion = false;
  for (const scene of steps.flatMap((step) => scenes(step, viewOf(step.before)))) {
    if (!awardOf(sackEvents(scene.showing ?? []))) expect(scene.hold).toBeUndefined();
  }
});

test("a scored card goes to whom it belongs, or aside, and every die of the tray goes home", () => {
  for (const step of steps) {
    for (const scene of scenes(step, viewOf(step.before))) {
      const card = scene.travels.find(({ from }) => from.startsWith("card-"));
      if (!card) continue;
      expect(card.to).toMatch(/^won-[01]$|^aside$/);
      for (const die of scene.travels.filter((travel) => travel !== card)) expect(die.to).toMatch(/^supply-[01]$/);
    }
  }
});

test("the dice of a tray can be told from the story, also after one was taken back", () => {
  const cells = film.cells(film.last - 1, null);
  const before = sackEvents(eventsOf(game, film.story(film.last - 1)));
  for (const tray of [1, 2, 3, 4, 5]) expect(diceAfter(before, tray)).toEqual(sackOf(viewOf(cells)).trays[tray - 1]!.dice.filter(Boolean));
  const placed: SackEvent = { kind: "places", seat: 0, value: 5, tray: 2, field: 1 };
  expect(diceAfter([placed, { kind: "undone", seat: 0 }], 2)).toEqual([]);
  expect(diceAfter([placed, { kind: "undone", seat: 0 }, { ...placed, value: 3 }], 2)).toEqual([{ seat: 0, value: 3 }]);
  expect(diceAfter([placed, { kind: "replaces", seat: 1, to: 0, value: 5, tray: 2, field: 1 }], 2)).toEqual([{ seat: 1, value: 5 }]);
});

test("the last scoring can be looked at again", () => {
  expect(lastScoring([])).toBeNull();
  const scoring = lastScoring(story)!;
  const award = awardOf(scoring)!;
  expect(award.cause).toBe("final");
  expect(diceAfter(scoring.slice(0, -1), award.tray).length).toBeGreaterThan(0);
});

test("why somebody gets a card, in words", () => {
  const counts = [{ kind: "counts", seat: 0, tray: 4, fields: 5, amount: 2, last: 3 }, { kind: "counts", seat: 1, tray: 4, fields: 10, amount: 2, last: 4 }] as const;
  const gets = { kind: "gets", seat: 1, tray: 4, card: "gleiche", symbols: 2, fields: 10, amount: 2, tie: 4 } as const;
  const words = (events: readonly SackEvent[]) => Object.values(explained(awardOf(events)!, { chairs, you: 0 }));
  expect(words([{ kind: "full", tray: 4 }, ...counts, gets])).toEqual(["Ablage 4 ist voll", "Hanna 2 · Ben 2", "Gleichstand: Ben hat zuletzt gesetzt."]);
  expect(words([{ kind: "scores", seat: 0, tray: 4 }, ...counts, { ...gets, seat: 0, tie: 0 }])).toEqual(["Du wertest Ablage 4", "Hanna 2 · Ben 2", "Du bekommst die Karte."]);
  const none = { ...counts[0], amount: 0, fields: 0 };
  expect(words([{ kind: "rolls", seat: 1, one: 4, two: 4 }, none, { kind: "nobody", tray: 4, card: "gleiche" }])).toEqual(["Ben würfelt Pasch 4", "Hanna –", "Niemand erfüllt das: Karte zur Seite."]);
});

test("a placed die can be taken back until something else has happened", () => {
  const after = (...events: SackEvent[]) => bloederSack.undo!({ ...viewOf(film.cells(0, null)), story: events as unknown as View["story"] });
  const mine: SackEvent = { kind: "places", seat: 0, value: 5, tray: 2, field: 1 };
  expect(after(mine)).toBe(true);
  expect(after({ kind: "declines", seat: 0 })).toBe(true);
  expect(after(mine, { kind: "undone", seat: 0 })).toBe(false);
  expect(after(mine, { kind: "rolls", seat: 1, one: 1, two: 2 })).toBe(false);
  expect(after({ ...mine, seat: 1 })).toBe(false);
  expect(after()).toBe(false);
});
