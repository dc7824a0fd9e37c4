import { expect, test } from "vitest";
import { pathsOf } from "../../../i18n/words";
import { KINDS } from "../state";
import { lesson } from ".";
import de from "./texts/de.json";
import en from "./texts/en.json";

test("every kind has a pass, and every hint and step its words in both languages", () => {
  expect(lesson.passes?.map(({ name }) => name)).toEqual([...KINDS]);
  expect(pathsOf(en)).toEqual(pathsOf(de));
  const hints = new Set(lesson.passes?.flatMap(({ script }) => script.scenes.flatMap((scene) => scene.hint ?? [])));
  expect([...hints].sort()).toEqual(Object.keys(de.guided.hints).sort());
  expect(Object.keys(de.steps)).toEqual([...lesson.steps]);
});
