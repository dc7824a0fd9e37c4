import { expect, test } from "vitest";
import texts from "../../../../../src/spieltisch/games/blitzgriff/texts/de.json";
import { KINDS } from "../state";
import { lesson } from ".";

test("every kind has a pass, and every hint and step its words", () => {
  expect(lesson.passes?.map(({ name }) => name)).toEqual([...KINDS]);
  const hints = new Set(lesson.passes?.flatMap(({ script }) => script.scenes.flatMap((scene) => scene.hint ?? [])));
  expect([...hints].sort()).toEqual(Object.keys(texts.lesson.guided.hints).sort());
  expect(Object.keys(texts.lesson.steps)).toEqual([...lesson.steps]);
});
