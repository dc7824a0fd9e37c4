import de from "../../../../src/spieltisch/games/bloeder_sack/texts/de.json";
import en from "../../../../src/spieltisch/games/bloeder_sack/texts/en.json";
import { describe, expect, test } from "vitest";
import { Guide } from "../../learn/guide";
import type { Chair, Game } from "../../protocol";
import { settings } from "../../settings.svelte";
import type { View } from "../module";
import { bloederSack } from ".";
import fixture from "./fixture.json";
import { lesson } from "./lesson";
import { dropOn, hasField, heldOf, isScoring, moveOn, sackOf } from "./state";

const game = fixture.game as unknown as Game;
const guide = new Guide(lesson.script);
const chairsOf = (...names: string[]): Chair[] =>
  names.map((name, colour) => ({
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
const viewAt = (scene: number, moves: readonly string[] = guide.states[scene]!.moves): View => ({
  game,
  options: {},
  cells: guide.states[scene]!.cells,
  story: [],
  chairs: chairsOf("Du", "Mia"),
  you: 0,
  moves,
  actors: 1,
});

describe("what is drawn", () => {
  const sack = sackOf(viewAt(0));
  test("cards, dice, supplies by their names", () => {
    expect(sack.trays.map(({ card }) => card)).toEqual(["meiste-4", "summe", "letzte-1", "gleiche", "wuerfel"]);
    expect(sack.trays[0]!.dice.slice(0, 3)).toEqual([{ seat: 1, value: 4 }, { seat: 0, value: 4 }, null]);
    expect([sack.hand, sack.turn, sack.start, sack.last]).toEqual([[2, 4], 0, 1, 6]);
  });
  test("who would get a card now is what the server says, with the field that decides", () => {
    expect([sack.trays[0]!.leader, sack.trays[0]!.deciding]).toEqual([0, 2]);
    expect(sack.trays[4]!.leader).toBeNull();
    expect([hasField(0b101, 1), hasField(0b101, 2), hasField(0b101, 3)]).toEqual([true, false, true]);
  });
});

describe("what a tap means", () => {
  test("a tray takes the held die, or is scored", () => {
    expect([moveOn(game, 3, 4, false), moveOn(game, 3, null, false), moveOn(game, 3, 4, true)]).toEqual([
      "place 4 on 3",
      null,
      "score 3",
    ]);
    expect([isScoring({ game, moves: ["score 1", "decline"] }), isScoring({ game, moves: ["place 1 on 1"] })]).toEqual([
      true,
      false,
    ]);
  });
  test("of two different dice one must be taken up first; of equal ones or a single one not", () => {
    expect([heldOf(viewAt(0), null), heldOf(viewAt(0), "die 4 1"), heldOf(viewAt(0), "die 5 0")]).toEqual([
      null,
      4,
      null,
    ]);
    expect(heldOf(viewAt(1), null)).toBe(2);
    expect(heldOf(viewAt(1, []), null)).toBe(null);
  });
  test("where a die is dropped", () => {
    expect([dropOn(game, "tray-2", 6), dropOn(game, "die-2-5", 6), dropOn(game, "discard", 6)]).toEqual([
      "place 6 on 2",
      "replace 6 on 2.5",
      null,
    ]);
    for (const move of ["place 6 on 2", "replace 6 on 2.5", "score 5", "decline"]) expect(game.moves).toContain(move);
  });
});

test("one sentence says what to do", () => {
  settings.language = "de";
  expect(bloederSack.hint(viewAt(0))).toContain("Setz beide");
  expect(bloederSack.hint(viewAt(1))).toContain("zweiten");
  expect(bloederSack.hint(viewAt(7))).toContain("Sechserpasch");
  expect(bloederSack.hint(viewAt(guide.length))).toContain("zu Ende");
  expect(bloederSack.hint({ ...viewAt(2), moves: [], actors: 2 })).toContain("Mia");
});

test("the guided match has words for every hint and step, in both languages, and names the tray", () => {
  const hints = lesson.script.scenes.flatMap((scene) => scene.hint ?? []);
  for (const texts of [de.lesson, en.lesson]) {
    expect(Object.keys(texts.guided.hints)).toEqual(hints);
    expect(Object.keys(texts.guided.instead)).toEqual(hints);
    expect(Object.keys(texts.steps)).toEqual([...lesson.steps]);
    for (const scene of lesson.script.scenes) {
      if (!scene.hint) continue;
      const tray = /(?:score|on) (\d)/.exec(scene.move)![1]!;
      expect(texts.guided.hints[scene.hint as keyof typeof texts.guided.hints].toLowerCase()).toMatch(
        new RegExp(`(ablage|tray) ${tray}`),
      );
    }
  }
});
