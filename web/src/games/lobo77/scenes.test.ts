import { expect, test } from "vitest";
import fixture from "../../replay/fixture.json";
import { Film, type Shown } from "../../replay/film";
import type { Chair, Game } from "../../protocol";
import { rowsOf } from "../events";
import type { Row, View, Viewer } from "../module";
import { wayOf, type LoboEvent } from "./events";
import { scenes } from "./scenes";
import { handOf, loboOf } from "./state";
import { chipInWords } from "./words";

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

const viewOf = (cells: readonly number[], you: number | null, options = {}): View => ({
  game,
  options,
  cells,
  story: [],
  chairs,
  you,
  moves: [],
  actors: 0,
});

/** The moves of a real match, each with what Chance did after it, as the server tells them. */
function steps(you: number | null) {
  return film.moments.slice(1).map((_, i) => rowsOf(game, film.played(i + 1, you)));
}

const eventsIn = (rows: readonly Row[]) => rows.flatMap((row) => row.events as LoboEvent[]);
const acted = (rows: readonly Row[], you: number | null, options = {}) =>
  scenes(rows, viewOf(rows[0]!.before, you, options));

test("every scene of a match ends as the server says, and shows no card that is not for these eyes", () => {
  for (const you of [null, 0, 1]) {
    for (const step of steps(you)) {
      const list = acted(step, you);
      expect(list.at(-1)!.cells).toEqual(step.at(-1)!.after);
      for (const travel of list.flatMap((scene) => scene.travels)) {
        if (travel.from === "pile") expect(travel.piece === "back").toBe(travel.to !== "hand");
      }
    }
  }
});

test("the cards that travel into the own hand are those that are in it then", () => {
  for (const step of steps(0)) {
    const list = acted(step, 0);
    const drawn = list
      .at(-1)!
      .travels.filter((travel) => travel.to === "hand")
      .map((travel) => travel.piece);
    const dealt = eventsIn(step).some((event) => event.kind === "round");
    const kept = dealt ? [] : handOf(viewOf(list.at(-2)?.cells ?? step[0]!.before, 0), 0);
    expect([...kept, ...drawn].sort()).toEqual(handOf(viewOf(step.at(-1)!.after, 0), 0).sort());
  }
});

test("a card that is laid shows its total before the next round begins", () => {
  for (const step of steps(null)) {
    const plays = eventsIn(step).find((event) => event.kind === "plays")!;
    const first = loboOf({ game, cells: acted(step, null)[0]!.cells });
    expect([first.top, first.total]).toEqual([plays.card, plays.total]);
  }
});

test("LO-T9 by head, a twin number is shouted without the number", () => {
  const chips = steps(null).filter((step) => eventsIn(step).some((event) => event.kind === "chip"));
  expect(chips.length).toBeGreaterThan(0);
  for (const step of chips) {
    const ended = eventsIn(step).some((event) => event.kind === "round" || event.kind === "wins");
    const shout = acted(step, null, { announce: "by head" }).find((scene) => scene.shout)!.shout!;
    expect(/\d/.test(shout)).toBe(ended);
  }
});

test("the direction of play, hands and pile are those after the card that lies; only the chip goes later", () => {
  for (const step of steps(0)) {
    const row = step.find(({ events }) => events.some((event) => event.kind === "plays"))!;
    if (eventsIn([row]).some((event) => event.kind === "round" || event.kind === "wins")) continue;
    const { chips, ...laid } = loboOf({ game, cells: acted(step, 0)[0]!.cells });
    const { chips: _, ...truth } = loboOf({ game, cells: row.after });
    expect(laid.handSizes).toEqual(truth.handSizes);
    expect([laid.clockwise, laid.total, laid.top, laid.turn]).toEqual([
      truth.clockwise,
      truth.total,
      truth.top,
      truth.turn,
    ]);
    expect(chips).toEqual(loboOf({ game, cells: row.before }).chips);
  }
});

test("why a chip is lost, and that one without a chip gives none", () => {
  expect(wayOf({ why: "twins", left: 1 })).toBe("twins");
  expect(wayOf({ why: "over", left: 0 })).toBe("over");
  expect(wayOf({ why: "over", left: -1 })).toBe("over_out");
  const chairs = [{ name: "Anna" }, { name: "Emil" }] as unknown as Viewer["chairs"];
  expect(chipInWords({ seat: 1, total: 81, left: 2, why: "over" }, { chairs, you: 0 })).toMatch(/81.*76.*Emil/);
  expect(chipInWords({ seat: 0, total: 33, left: -1, why: "twins" }, { chairs, you: 0 })).not.toMatch(/gibst|give up/);
});

test("whoever swims or is out makes a splash", () => {
  for (const step of steps(0)) {
    const sinks = eventsIn(step).find((event) => event.kind === "swims" || event.kind === "out");
    const joys = acted(step, 0).flatMap(({ joy }) => joy ?? []);
    expect(joys).toEqual(sinks ? [{ at: `seat-${(sinks as { seat: number }).seat}`, water: true }] : []);
  }
});
