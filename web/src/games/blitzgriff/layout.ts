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
const LARGEST = 66;
const AIR = 1.16; // a tilted die is wider than one that lies straight
const MOST_TILT = 24;
const SWEEPS = 80;

/** `seed`: another throw lies otherwise. Dice begin in rows and are then jostled, as far as none comes too near another. */
export function heap(width: number, height: number, count: number, seed: number, largest = LARGEST): Heap {
  const random = numbersFrom(seed);
  const columns = bestColumns(width, height, count);
  const rows = Math.ceil(count / columns);
  const cell = Math.min(width / columns, height / rows);
  const size = Math.min(cell / AIR, largest);
  const apart = Math.max(size * 1.12, Math.min(HIT, cell));
  const edge = Math.min(size * 0.58, cell / 2);
  const order = shuffled(count, random);
  const lies = new Array<Lie>(count);
  let next = 0;
  spread(count, rows, random).forEach((inRow, row) => {
    for (let k = 0; k < inRow; k += 1) {
      lies[order[next]!] = {
        x: ((k + 0.5) * width) / inRow,
        y: ((row + 0.5) * height) / rows,
        tilt: Math.round((2 * random() - 1) * MOST_TILT),
      };
      next += 1;
    }
  });
  jostle(lies, { width, height, edge, apart }, random);
  return { size, lies };
}

function jostle(
  lies: Lie[],
  { width, height, edge, apart }: { width: number; height: number; edge: number; apart: number },
  random: () => number,
): void {
  const within = (value: number, most: number): number => Math.min(Math.max(value, edge), Math.max(most - edge, edge));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const lie of lies) {
      const x = within(lie.x + (random() - 0.5) * apart, width);
      const y = within(lie.y + (random() - 0.5) * apart, height);
      if (lies.every((other) => other === lie || Math.hypot(other.x - x, other.y - y) >= apart))
        [lie.x, lie.y] = [x, y];
    }
  }
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
