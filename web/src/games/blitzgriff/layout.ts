/** Where forty dice lie on the table: tumbled, none hides another, each can be hit. It depends on the box and on the throw
 *  alone, so dice stay where they are while others leave. */

export interface Lie {
  x: number; // of the middle, px
  y: number;
  tilt: number; // degrees
}
export interface Heap {
  size: number; // of a die, px
  lies: Lie[]; // by die
}

const HIT = 44;
const LARGEST = 84;
const AIR = 1.18; // a tilted die is wider than one that lies straight
const MOST_TILT = 24;

/** `seed`: another throw lies otherwise. */
export function heap(width: number, height: number, count: number, seed: number): Heap {
  const random = numbersFrom(seed);
  const columns = bestColumns(width, height, count);
  const rows = Math.ceil(count / columns);
  const cell = Math.min(width / columns, height / rows);
  const size = Math.min(cell / AIR, LARGEST);
  const order = shuffled(count, random);
  const counts = spread(count, rows, random);
  const need = Math.max(size * AIR, Math.min(HIT, cell));
  const lies = new Array<Lie>(count);
  let next = 0;
  counts.forEach((inRow, row) => {
    const gaps = sharesOf(width - inRow * need, inRow + 1, random);
    let x = 0;
    const play = Math.max(0, height / rows - need);
    for (let k = 0; k < inRow; k += 1) {
      x += gaps[k]!;
      const y = (row * height) / rows + need / 2 + play * random();
      lies[order[next]!] = { x: x + need / 2, y, tilt: Math.round((2 * random() - 1) * MOST_TILT) };
      x += need;
      next += 1;
    }
  });
  return { size, lies };
}

/** So that dice are as large as can be. */
function bestColumns(width: number, height: number, count: number): number {
  let [best, widest] = [1, 0];
  for (let columns = 1; columns <= count; columns += 1) {
    const cell = Math.min(width / columns, height / Math.ceil(count / columns));
    if (cell > widest) [best, widest] = [columns, cell];
  }
  return best;
}

/** As many in each row as fit evenly, the odd ones anywhere. */
function spread(count: number, rows: number, random: () => number): number[] {
  const each = Math.floor(count / rows);
  const more = new Set(shuffled(rows, random).slice(0, count - each * rows));
  return Array.from({ length: rows }, (_, row) => each + (more.has(row) ? 1 : 0));
}

/** `whole` in that many parts. */
function sharesOf(whole: number, parts: number, random: () => number): number[] {
  const weights = Array.from({ length: parts }, () => 0.25 + random());
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (Math.max(whole, 0) * weight) / sum);
}

function shuffled(count: number, random: () => number): number[] {
  const list = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}

/** The same numbers for the same seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number that belongs to a throw. */
export function seedOf(values: readonly number[]): number {
  return values.reduce((seed, value) => (Math.imul(seed, 31) + value) >>> 0, 7);
}
