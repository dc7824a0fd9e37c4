import { describe, expect, test } from "vitest";
import { eventsIn } from "../net/match";
import type { Frame, Game } from "../protocol";
import { Film, masked, type Eyes, type Shown } from "./film";
import fixture from "./fixture.json";

const GAME = fixture.game as unknown as Game;
const FINISHED = fixture.finished as unknown as Shown;
const film = new Film(FINISHED, GAME);
const moves = FINISHED.match.log.filter((line) => line.seat >= 0).length;

const cells = (moment: number, eyes: Eyes) => film.state(moment, eyes).cells;
const total = (cells: readonly number[]) => cells[GAME.fields.total!.first];
const hand = (cells: readonly number[], seat: number) => {
  const { first, shape } = GAME.fields.hand!;
  return cells.slice(first + seat * shape[1]!, first + (seat + 1) * shape[1]!);
};
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

describe("moments", () => {
  test("the deal, then one for each move", () => {
    expect(film.moments.length).toBe(moves + 1);
    expect(film.moments[0]).toMatchObject({ seat: null, first: 0, last: 11 });
  });
  test("together they are the whole log, without a gap", () => {
    film.moments.slice(1).forEach((moment, index) => expect(moment.first).toBe(film.moments[index]!.last));
    expect(film.moments.at(-1)!.last).toBe(FINISHED.match.log.length);
  });
  test("who moves next", () => {
    film.moments.slice(1).forEach((moment, index) => expect(film.actors(index)).toBe(1 << moment.seat!));
    expect(film.actors(film.last)).toBe(0);
  });
  test("forward and back come to the same cells", () => {
    const forward = film.moments.map((_, moment) => cells(moment, "all"));
    const back = film.moments.map((_, moment) => cells(film.last - moment, "all")).toReversed();
    expect(back).toEqual(forward);
  });
  test("row by row, from where the moment before ended", () => {
    for (const eyes of [0, null, "all"] as const) {
      film.moments.slice(1).forEach((_, moment) => {
        const played = film.played(moment + 1, eyes);
        expect([played[0]!.before, played.at(-1)!.after]).toEqual([cells(moment, eyes), cells(moment + 1, eyes)]);
        played.slice(1).forEach(({ before }, i) => expect(before).toEqual(played[i]!.after));
      });
    }
  });
  test("after the deal everyone holds five; the last cells are the result", () => {
    const dealt = cells(0, "all");
    expect([sum(hand(dealt, 0)), sum(hand(dealt, 1)), total(dealt)]).toEqual([5, 5, 0]);
    const chips = cells(film.last, "all").slice(GAME.fields.chips!.first).slice(0, 2);
    expect(chips.map((left) => Math.max(left, 0))).toEqual(FINISHED.match.points);
  });
});

describe("whose eyes", () => {
  test("one's own seat: no other hand, and not what is in the pile", () => {
    for (const [moment] of film.moments.entries()) {
      const open = cells(moment, "all");
      const seen = cells(moment, 1);
      expect(hand(seen, 1)).toEqual(hand(open, 1));
      expect(sum(hand(seen, 0))).toBe(0);
      expect(sum(seen.slice(GAME.fields.pile!.first, GAME.fields.rules!.first))).toBe(0);
      expect(total(seen)).toBe(total(open));
    }
  });
  test("a spectator sees no hand", () => {
    const seen = cells(0, null);
    expect([sum(hand(seen, 0)), sum(hand(seen, 1))]).toEqual([0, 0]);
  });
  test("a game of other shapes", () => {
    const fields = {
      open: { first: 0, shape: [], sees: "all" },
      mine: { first: 1, shape: [2], sees: "own" },
      shut: { first: 3, shape: [], sees: "hidden" },
    };
    expect(masked([7, 1, 2, 9], fields, 1)).toEqual([7, 0, 2, 0]);
    expect(masked([7, 1, 2, 9], fields, null)).toEqual([7, 0, 0, 0]);
  });
});

test("the story up to a moment", () => {
  expect(film.state(2, null).story).toEqual([...film.events(0), ...film.events(1), ...film.events(2)]);
  expect(film.state(film.last, null).story).toEqual(eventsIn(FINISHED.replay.frames));
});

test("a game with a clock: the clock's move is a moment", () => {
  const frames: Frame[] = [
    [0, "4", -1, [0, 1], [[1, 0]], [], 1, 1200],
    [-2, "timeout", -1, [0, 2], [], [], 1, 3000],
  ];
  const timed = { match: FINISHED.match, replay: { cells: [0], frames } };
  const film = new Film(timed, { ...GAME, fields: {} });
  expect(film.events(0)).toEqual([[1, 0]]);
  expect(film.moments.map((moment) => moment.seat)).toEqual([0, null]);
});
