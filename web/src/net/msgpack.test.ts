import { expect, test } from "vitest";
import { unpack } from "./msgpack";

/** As Python's msgspec.msgpack packs them. */
const VECTORS: [string, unknown][] = [
  ["00", 0],
  ["7f", 127],
  ["cc80", 128],
  ["ccff", 255],
  ["cd0100", 256],
  ["cdffff", 65535],
  ["ce00010000", 65536],
  ["ceffffffff", 2 ** 32 - 1],
  ["cf0000000100000000", 2 ** 32],
  ["cf001fffffffffffff", 2 ** 53 - 1],
  ["ff", -1],
  ["e0", -32],
  ["d0df", -33],
  ["d080", -128],
  ["d1ff7f", -129],
  ["d18000", -32768],
  ["d2ffff7fff", -32769],
  ["d3ffffffff7fffffff", -(2 ** 31) - 1],
  ["a3c3a433", "ä3"],
  [`d920${"61".repeat(32)}`, "a".repeat(32)],
  [`dc0010${"01".repeat(16)}`, Array(16).fill(1)],
];

const bytesOf = (hex: string): ArrayBuffer => Uint8Array.from(hex.match(/../g)!, (byte) => parseInt(byte, 16)).buffer;

test.each(VECTORS)("%s", (hex, value) => {
  expect(unpack(bytesOf(hex))).toEqual(value);
});

test("a step", () => {
  expect(unpack(bytesOf("9405dc00019201a1340190"))).toEqual([5, [[1, "4"]], 1, []]);
});

test("anything else is an error", () => {
  expect(() => unpack(bytesOf("80"))).toThrow();
  expect(() => unpack(bytesOf("c0"))).toThrow();
  expect(() => unpack(bytesOf("9301"))).toThrow();
});
