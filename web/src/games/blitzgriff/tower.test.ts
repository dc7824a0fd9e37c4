// @vitest-environment happy-dom

import { mount, unmount } from "svelte";
import { expect, test } from "vitest";
import CardGrid, { type Shown } from "./CardGrid.svelte";
import { PACK } from "./state";

const tower = PACK.find((task) => task.kind === "tuerme")!;
const die = (field: number, level: number): Shown => ({
  die: 10 * level + field,
  colour: "rot",
  value: 3,
  field,
  level,
});

function wanted(dice: Shown[]): string[] {
  const target = document.createElement("div");
  const card = mount(CardGrid, { target, props: { task: tower, dice } });
  const numbers = [...target.querySelectorAll(".want")].map((want) => want.textContent!.trim().slice(-1));
  void unmount(card);
  return numbers;
}

test("once the lower die of a tower lies, what is asked for on top is still to be seen", () => {
  expect(wanted([])).toEqual([]);
  expect(wanted([die(4, 0)])).toEqual([String(tower.asks[4]!.values[0])]);
  expect(wanted([die(4, 0), die(4, 1)])).toEqual([]);
});
