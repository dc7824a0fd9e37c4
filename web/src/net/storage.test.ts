// @vitest-environment happy-dom

import { beforeEach, expect, test } from "vitest";
import { forget, keepGame, keepSeatKeys, note, notedOf, recentTables, seatKeys } from "./storage";

beforeEach(() => localStorage.clear());

test("of a table that is forgotten only our notes stay on this device", () => {
  for (const table of ["gone", "kept"]) {
    keepSeatKeys(table, [{ token: "0".repeat(32) }]);
    keepGame(table, "lobo77", [0]);
    note(table, { version: 1, number: 1, seat: 0, commitment: "c", entropy: "e" });
  }
  forget("gone");
  expect(recentTables().map(({ table }) => table)).toEqual(["kept"]);
  expect(seatKeys("gone")).toEqual([]);
  expect(notedOf("gone", 1)).toHaveLength(1);
});
