// @vitest-environment happy-dom

import { expect, test } from "vitest";
import { placeOf } from "./router.svelte";

const at = (path: string) => placeOf(new URL(path, "http://here"));

test("paths", () => {
  expect(at("/")).toEqual({ page: "home" });
  expect(at("/t/abc")).toEqual({ page: "table", table: "abc", tv: false });
  expect(at("/t/abc?tv")).toEqual({ page: "table", table: "abc", tv: true });
  expect(at("/rules/lobo77#LO-T5")).toEqual({ page: "rules", game: "lobo77", rule: "LO-T5" });
  expect(at("/learn/lobo77")).toEqual({ page: "learn", game: "lobo77" });
  expect(at("/replay")).toEqual({ page: "replay", table: null, number: 0 });
  expect(at("/replay/abc/2")).toEqual({ page: "replay", table: "abc", number: 2 });
});

test("everything else is lost", () => {
  for (const path of ["/t", "/t/a/b", "/x", "/replay/abc", "/replay/abc/x", "/learn", "/rules/a/b/c"])
    expect(at(path).page).toBe("lost");
});
