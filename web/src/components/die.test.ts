// @vitest-environment happy-dom

import { mount, unmount } from "svelte";
import { expect, test } from "vitest";
import Die from "./Die.svelte";

function drawn(value: number, colour: number): { pips: number; pattern: string; words: string } {
  const target = document.createElement("div");
  const die = mount(Die, { target, props: { value, colour } });
  const found = {
    pips: target.querySelectorAll("circle").length,
    pattern: target.querySelector("path")?.getAttribute("d") ?? "",
    words: target.textContent!.trim(),
  };
  void unmount(die);
  return found;
}

test("a die has as many round things as it counts, and no letter that might be one", () => {
  for (const value of [1, 2, 3, 4, 5, 6]) expect(drawn(value, 2)).toMatchObject({ pips: value, words: "" });
});

test("eight owners have eight patterns", () => {
  expect(new Set([0, 1, 2, 3, 4, 5, 6, 7].map((colour) => drawn(4, colour).pattern)).size).toBe(8);
});
