import { expect, test } from "vitest";
import fixture from "../../replay/fixture.json";
import { Film, type Shown } from "../../replay/film";
import type { Chair, Game } from "../../protocol";
import { eventsOf } from "../events";
import type { View } from "../module";
import type { LoboEvent } from "./events";
import { scenes } from "./scenes";
import { handOf, loboOf } from "./state";

const game = fixture.game as unknown as Game;
const finished = fixture.finished as unknown as Shown;
const film = new Film(finished, game);
const chairs = finished.match.names.map((name, colour): Chair => ({ kind: "human", name, colour, level: null, here: true, away: false, misreckoned: 0, handicap: 0 }));

const viewOf = (cells: readonly number[], you: number | null, options = {}): View => ({ game, options, cells, story: [], chairs, you, moves: [], actors: 0 });

/** The moves of a real match, each with what Chance did after it, as the server tells them. */
function steps(you: number | null) {
  return film.moments.slice(1).map((_, i) => ({ events: eventsOf(game, film.events(i + 1)), before: film.cells(i, you), after: film.cells(i + 1, you) }));
}

test("every scene of a match ends as the server says, and shows no card that is not for these eyes", () => {
  for (const you of [null, 0, 1]) {
    for (const step of steps(you)) {
      const list = scenes(step, viewOf(step.before, you));
      expect(list.at(-1)!.cells).toEqual(step.after);
      for (const travel of list.flatMap((scene) => scene.travels)) {
        if (travel.from === "pile") expect(travel.piece === "back").toBe(travel.to !== "hand");
      }
    }
  }
});

test("the cards that travel into the own hand are those that are in it then", () => {
  for (const step of steps(0)) {
    const list = scenes(step, viewOf(step.before, 0));
    const drawn = list.at(-1)!.travels.filter((travel) => travel.to === "hand").map((travel) => travel.piece);
    const dealt = step.events.some((event) => event.kind === "round");
    const kept = dealt ? [] : handOf(viewOf(list.at(-2)?.cells ?? step.before, 0), 0);
    expect([...kept, ...drawn].sort()).toEqual(handOf(viewOf(step.after, 0), 0).sort());
  }
});

test("a card that is laid shows its total before the next round begins", () => {
  for (const step of steps(null)) {
    const plays = (step.events as unknown as LoboEvent[]).find((event) => event.kind === "plays")!;
    const first = loboOf({ game, cells: scenes(step, viewOf(step.before, null))[0]!.cells });
    expect([first.top, first.total]).toEqual([plays.card, plays.total]);
  }
});

test("LO-T9 by head, a twin number is shouted without the number", () => {
  const chips = steps(null).filter((step) => step.events.some((event) => event.kind === "chip"));
  expect(chips.length).toBeGreaterThan(0);
  for (const step of chips) {
    const ended = step.events.some((event) => event.kind === "round" || event.kind === "wins");
    const shout = scenes(step, viewOf(step.before, null, { announce: "by head" })).find((scene) => scene.shout)!.shout!;
    expect(/\d/.test(shout)).toBe(ended);
  }
});

test("the direction of play turns when the card that turns it lies", () => {
  const field = game.fields.direction!.first;
  const turn: LoboEvent[] = [{ kind: "plays", seat: 0, card: "turn", total: 5 }, { kind: "turned" }];
  const before = film.cells(0, null);
  const after = before.with(field, -before[field]!);
  const [laid] = scenes({ events: turn, before, after }, viewOf(before, null));
  expect(laid!.cells[field]).toBe(after[field]);
  const [other] = scenes({ events: turn.slice(0, 1), before, after: before }, viewOf(before, null));
  expect(other!.cells[field]).toBe(before[field]);
});
