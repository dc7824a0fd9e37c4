// @vitest-environment happy-dom

import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { steady } from "./steady.svelte";

test("whoever draws it is asked only when it is something else", () => {
  let cells = $state.raw([1, 5]);
  const drawn: number[] = [];
  const stop = $effect.root(() => {
    const first = steady(() => cells[0]!);
    $effect(() => void drawn.push(first.now));
  });
  flushSync();
  for (const next of [
    [1, 6],
    [1, 7],
    [2, 7],
    [2, 8],
  ]) {
    cells = next;
    flushSync();
  }
  stop();
  expect(drawn).toEqual([1, 2]);
});
