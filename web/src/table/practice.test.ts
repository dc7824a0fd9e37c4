import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Practice } from "./practice.svelte";

const kept = new Map<string, string>();
beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("moves are tried for a minute, and are gone then", () => {
  const practice = new Practice();
  practice.add("take 3");
  expect(practice.moves).toBeNull();
  practice.begin();
  practice.add("take 3");
  practice.add("put 1.1");
  expect(practice.moves).toEqual(["take 3", "put 1.1"]);
  vi.advanceTimersByTime(60_000);
  expect(practice.moves).toBeNull();
});

test("STOPP ends it", () => {
  const practice = new Practice();
  practice.begin();
  practice.add("stop");
  expect(practice.moves).toBeNull();
});

test("it is offered before the first race of this device only", () => {
  const practice = new Practice();
  practice.begin();
  expect(practice.offered).toBe(true);
  practice.over();
  expect([practice.offered, practice.moves, new Practice().offered]).toEqual([false, null, false]);
});
