import { describe, expect, test } from "vitest";
import { heap, seedOf } from "./layout";

const BOXES = { phone: [366, 262], small: [320, 250], tablet: [780, 420], wide: [980, 380], television: [1300, 700] } as const;

describe.each(Object.entries(BOXES))("forty dice on a %s", (_, [width, height]) => {
  const seeds = Array.from({ length: 25 }, (_, i) => i * 7919);

  test("all lie inside, and none hides another", () => {
    for (const seed of seeds) {
      const { size, lies } = heap(width, height, 40, seed);
      expect(size).toBeGreaterThanOrEqual(30);
      for (const [i, { x, y }] of lies.entries()) {
        expect(x).toBeGreaterThanOrEqual(size / 2);
        expect(x).toBeLessThanOrEqual(width - size / 2 + 0.01);
        expect(y).toBeGreaterThanOrEqual(size / 2);
        expect(y).toBeLessThanOrEqual(height - size / 2 + 0.01);
        for (const other of lies.slice(i + 1)) {
          const apart = Math.max(Math.abs(other.x - x), Math.abs(other.y - y));
          expect(apart).toBeGreaterThan(0.72 * size); // and squares of that size do not cover a pip
          expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThan(size * 0.98);
        }
      }
    }
  });

  test("a thumb finds each", () => {
    for (const seed of seeds) {
      const { lies } = heap(width, height, 40, seed);
      const nearest = lies.map((one, i) => Math.min(...lies.filter((_, j) => j !== i).map((other) => Math.hypot(other.x - one.x, other.y - one.y))));
      expect(Math.min(...nearest)).toBeGreaterThanOrEqual(width < 340 ? 38 : 44 - 0.01);
    }
  });
});

test("the same throw lies the same, another one otherwise", () => {
  const values = Array.from({ length: 40 }, (_, die) => (die % 6) + 1);
  expect(heap(366, 262, 40, seedOf(values))).toEqual(heap(366, 262, 40, seedOf(values)));
  expect(heap(366, 262, 40, seedOf(values))).not.toEqual(heap(366, 262, 40, seedOf(values.with(3, 6))));
});
