// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { keepSeatKeys, seatKeys } from "../net/storage";
import { MARK, pack, packOwn, takeIn, unpack } from "./carry";

const [A, B] = ["0123456789abcdef0123456789abcdef", "ffeeddccbbaa99887766554433221100"];
beforeEach(() => localStorage.clear());

test("the keys of all tables go over in one link, and what is there stays", () => {
  keepSeatKeys("first-table", [{ token: A }, { token: B }]);
  const link = packOwn();
  expect(link.length).toBeLessThan(80);
  expect(seatKeys("first-table").every((key) => key.shared)).toBe(true); // another device may answer, too
  localStorage.clear();
  keepSeatKeys("first-table", [{ token: A }]);
  takeIn(unpack(link)!);
  expect(seatKeys("first-table")).toEqual([{ token: A }, { token: B, shared: true }]);
});

test("a link that lacks something is taken for nothing", () => {
  const link = pack([{ table: "first-table", tokens: [A] }]);
  expect(unpack(link)).toEqual([{ table: "first-table", tokens: [A] }]);
  for (const bad of [link.slice(0, -3), MARK, "#seat=1", link.replace("first-table", "../x"), `${link},`, `${link}.%`])
    expect(unpack(bad)).toBeNull();
});
