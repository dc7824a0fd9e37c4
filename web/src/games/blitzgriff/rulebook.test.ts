import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../i18n/languages";
import { blocksOf, type Block, type Inline } from "../../rules/markdown";
import { laid } from "./rulebook";

test("a field gets the die that it asks for", () => {
  const { task, dice } = laid("kette-03/2+,9?");
  expect(task.kind).toBe("kette");
  expect(dice).toEqual([
    { die: 0, colour: "rosa", value: 3, field: 1, level: 0, points: 1 },
    { die: 1, colour: "schwarz", value: 6, field: 8, level: 0, could: true },
  ]);
});

test("a tower has two dice, or its lower one; a joker takes the one named", () => {
  expect(laid("tuerme-01/1+,5_-").dice.map(({ colour, level, points }) => [colour, level, points])).toEqual([
    ["rot", 0, undefined],
    ["schwarz", 1, 1],
    ["gelb", 0, -1],
  ]);
  expect(laid("pasch-03/5=blau2+").dice).toEqual([{ die: 0, colour: "blau", value: 2, field: 4, level: 0, points: 1 }]);
});

test.each(["kette-99", "kette-01/0", "kette-01/x"])("%s is no picture", (parts) => {
  expect(() => laid(parts)).toThrow();
});

test.each(LANGUAGES)("every card in Blitzgriff's rulebook (%s) is in the pack", (language) => {
  const inside = (block: Block): Inline[] =>
    block.kind === "list"
      ? block.items.flatMap((item) => item.inside)
      : block.kind === "table"
        ? block.rows.flat(2)
        : block.inside;
  const blocks = blocksOf(readFileSync(`../src/spieltisch/games/blitzgriff/rulebook.${language}.md`, "utf8"));
  const tasks = blocks
    .flatMap(inside)
    .flatMap((part) => (part.kind === "picture" && part.scheme === "task" ? [part.parts] : []));
  expect(tasks.length).toBeGreaterThan(12);
  for (const parts of tasks) laid(parts);
});
