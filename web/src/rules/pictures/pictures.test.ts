import { expect, test } from "vitest";
import { groupsOf } from ".";

test("pieces in groups, some several times", () => {
  expect(groupsOf("a,b*3/c")).toEqual([["a", "b", "b", "b"], ["c"]]);
});
