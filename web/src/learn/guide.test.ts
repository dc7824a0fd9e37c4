import { describe, expect, test } from "vitest";
import german from "@games/lobo77/texts/de.json";
import english from "@games/lobo77/texts/en.json";
import { lesson } from "../games/lobo77/lesson";
import { textsOf } from "../i18n/games";
import fixture from "../replay/fixture.json";
import { eventsOf } from "../games/events";
import type { Game } from "../protocol";
import { Guide } from "./guide";
import type { Scene } from "./lesson";

const guide = new Guide(lesson.script);
const total = fixture.game.fields.total.first;
const scenes = lesson.script.scenes as readonly (Scene & { total: number })[];
const game = { ...fixture.game, texts: textsOf("lobo77", {}) } as unknown as Game;
const mine = scenes.flatMap((scene, at) => (scene.hint ? [at] : []));

const [de, en] = [german.lesson, english.lesson];

describe("the guided match", () => {
  test("begins at 0 with your move, and ends with nobody's", () => {
    expect(guide.states[0]!.cells[total]).toBe(0);
    expect([guide.yours(0), guide.states[0]!.actors, guide.states.at(-1)!.actors]).toEqual([true, 1, 0]);
  });
  test("every position says what was announced, unless a new round began", () => {
    scenes.forEach((scene, at) => expect([scene.total, 0]).toContain(guide.states[at + 1]!.cells[total]));
  });
  test("only the move of the script is lit, but where one is to be found all are", () => {
    const lit = mine.map((at) => guide.states[at]!.moves);
    expect(lit.slice(0, -1).every((moves) => moves.length === 1)).toBe(true);
    expect(lit.at(-1)!.length).toBe(5);
    expect(guide.states[1]!.moves).toEqual([]);
  });
  test("what is said to a card that costs a chip, and to another one", () => {
    expect(lesson.reply(scenes[3]!, "4", game)).toContain("33");
    expect(lesson.reply(scenes[3]!, "4", game)).not.toBe(lesson.reply(scenes[3]!, "3", game));
    expect(lesson.reply(scenes[3]!, "3", game)).toMatch(/32.*7/);
  });
  test("what the others did since your last move", () => {
    expect([guide.since(0), guide.since(3), guide.since(guide.length)]).toEqual([0, 1, 18]);
  });
  test("turned exactly where the direction turned, and no new round did it", () => {
    const direction = fixture.game.fields.direction.first;
    scenes.forEach((_, at) => {
      const kinds = eventsOf(game, guide.events(at)).map((event) => event.kind);
      const changed = guide.states[at]!.cells[direction] !== guide.states[at + 1]!.cells[direction];
      expect(kinds.includes("turned")).toBe(changed && !kinds.includes("round"));
    });
    expect(
      scenes.filter((_, at) => eventsOf(game, guide.events(at)).some((event) => event.kind === "turned")).length,
    ).toBe(1);
  });
  test("has words for every hint and step, in both languages", () => {
    const hints = scenes.flatMap((scene) => scene.hint ?? []);
    for (const texts of [de, en]) {
      expect(Object.keys(texts.guided.hints)).toEqual(hints);
      expect(Object.keys(texts.steps)).toEqual([...lesson.steps]);
    }
  });
  test("the hints name the card to play", () => {
    for (const at of mine.slice(0, -1)) {
      const { hint, move } = scenes[at]!;
      const spoken = { x2: "×2", turn: "Richtungswechsel" }[move] ?? move;
      expect(de.guided.hints[hint as keyof typeof de.guided.hints]).toContain(spoken);
    }
  });
});
