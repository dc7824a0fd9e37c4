import { describe, expect, test } from "vitest";
import { heap, seedOf, type Heap } from "./layout";

const BOXES = {
  phone: [366, 262],
  "small phone": [320, 250],
  tablet: [780, 420],
  wide: [980, 380],
  television: [1300, 700],
} as const;
const THROWS = Array.from({ length: 12 }, (_, i) => i * 7919);

/** The least distance of two middles. */
function nearest({ lies }: Heap): number {
  let least = Infinity;
  lies.forEach((one, i) =>
    lies.slice(i + 1).forEach((other) => (least = Math.min(least, Math.hypot(other.x - one.x, other.y - one.y)))),
  );
  return least;
}

describe.each(Object.entries(BOXES))("forty dice on a %s", (name, [width, height]) => {
  const heaps = THROWS.map((seed) => heap(width, height, 40, seed));

  test("all lie inside", () => {
    for (const { size, lies } of heaps) {
      expect(lies).toHaveLength(40);
      const outside = lies.filter(
        ({ x, y }) => x < size / 2 || x > width - size / 2 || y < size / 2 || y > height - size / 2,
      );
      expect(outside).toEqual([]);
    }
  });

  test("none hides another, and a thumb finds each", () => {
    for (const one of heaps) {
      expect(one.size).toBeGreaterThanOrEqual(name === "small phone" ? 33 : 36);
      expect(nearest(one)).toBeGreaterThanOrEqual(one.size * 1.1);
      expect(nearest(one)).toBeGreaterThanOrEqual(name === "small phone" ? 39 : 43.9);
    }
  });
});

test("the same throw lies the same, another one otherwise", () => {
  const values = Array.from({ length: 40 }, (_, die) => (die % 6) + 1);
  expect(heap(366, 262, 40, seedOf(values))).toEqual(heap(366, 262, 40, seedOf(values)));
  expect(heap(366, 262, 40, seedOf(values))).not.toEqual(heap(366, 262, 40, seedOf(values.with(3, 6))));
});
