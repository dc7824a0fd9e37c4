import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PACES, Player } from "./player.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("steps stay within the match", () => {
  const player = new Player(3);
  player.step(-1);
  expect(player.at).toBe(0);
  player.jump(99);
  expect([player.at, player.atEnd]).toEqual([3, true]);
  player.step(-1);
  expect(player.at).toBe(2);
  player.jump(Number.NaN);
  expect(player.at).toBe(0);
});

test("plays to the end, and then from the beginning", () => {
  const player = new Player(3);
  player.play();
  vi.advanceTimersByTime(PACES.usual);
  expect([player.at, player.playing]).toEqual([1, true]);
  vi.advanceTimersByTime(2 * PACES.usual);
  expect([player.at, player.playing]).toEqual([3, false]);
  player.toggle();
  expect([player.at, player.playing]).toEqual([0, true]);
});

test("the pace can be changed on the way", () => {
  const player = new Player(9);
  player.play();
  player.setPace("quick");
  vi.advanceTimersByTime(2 * PACES.quick);
  expect(player.at).toBe(2);
  player.setPace("slow");
  vi.advanceTimersByTime(PACES.slow - 1);
  expect(player.at).toBe(2);
});

test("a jump stops it", () => {
  const player = new Player(9);
  player.play();
  player.jump(4);
  vi.advanceTimersByTime(5 * PACES.usual);
  expect([player.at, player.playing]).toEqual([4, false]);
});

test("a match of one moment does not play", () => {
  const player = new Player(0);
  player.play();
  expect(player.playing).toBe(false);
});

test("waits for what is still being shown", () => {
  let busy = true;
  const player = new Player(3, () => busy);
  player.play();
  vi.advanceTimersByTime(5 * PACES.usual);
  expect(player.at).toBe(0);
  busy = false;
  vi.advanceTimersByTime(100);
  expect(player.at).toBe(1);
});

test("quick steps are hasty, slow ones are not", () => {
  const player = new Player(9);
  player.step(1);
  expect(player.hasty).toBe(false);
  vi.advanceTimersByTime(200);
  player.step(1);
  expect(player.hasty).toBe(true);
  vi.advanceTimersByTime(2000);
  player.step(1);
  expect(player.hasty).toBe(false);
});
