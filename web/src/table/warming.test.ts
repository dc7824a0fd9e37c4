import { expect, test, vi } from "vitest";
import type { Chair } from "../protocol";
import { warming } from "./warming.svelte";

test("a master is warming up until the game's rules are compiled, and nobody else is", async () => {
  vi.useFakeTimers();
  let ready = false;
  vi.spyOn(globalThis, "fetch").mockImplementation(() =>
    Promise.resolve(new Response(JSON.stringify({ games: [{ name: "lobo77", ready }] }))),
  );
  const master = { kind: "bot", level: "master" } as Chair;
  const leave = warming.watch("lobo77");
  await vi.advanceTimersByTimeAsync(10_000);
  expect([warming.concerns(master), warming.concerns({ kind: "bot", level: "club" } as Chair)]).toEqual([true, false]);
  ready = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(warming.concerns(master)).toBe(false);
  leave();
});
