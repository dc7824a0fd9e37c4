import { hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { decode } from "./msgpack";

const read = (hex: string): unknown => decode(hexToBytes(hex).slice().buffer);

test("whole numbers of every size, as the server writes them", () => {
  const numbers = [0, 127, 128, 255, 256, 65535, 65536, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, -1, -32, -33, -128, -129, -32768, -32769, -(2 ** 31), -(2 ** 31) - 1];
  const hex = "dc0013007fcc80ccffcd0100cdffffce00010000ceffffffffcf0000000100000000cf001fffffffffffffffe0d0dfd080d1ff7fd18000d2ffff7fffd280000000d3ffffffff7fffffff";
  expect(read(hex)).toEqual(numbers);
});

test("texts and lists, short and long", () => {
  expect(read("93a0ac706c6163652034206f6e2031d928" + "c3a4".repeat(20))).toEqual(["", "place 4 on 1", "ä".repeat(20)]);
  expect(read("da012c" + "79".repeat(300))).toBe("y".repeat(300));
  expect(read("9290" + "dc0014" + "01".repeat(20))).toEqual([[], new Array(20).fill(1)]);
});

test("a step", () => {
  expect(read("94069196" + "00a134ff9201099193020004920003" + "0290")).toEqual([6, [[0, "4", -1, [1, 9], [[2, 0, 4]], [0, 3]]], 2, []]);
});

test("what is in no step is an error", () => {
  expect(() => read("81a16101")).toThrow("0x81");
});
