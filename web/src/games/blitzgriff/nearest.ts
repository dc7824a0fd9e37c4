/** Arrow keys among things that lie anywhere: to the nearest one in that direction. */

export interface Point {
  x: number;
  y: number;
}

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const SIDEWAYS = 2.2; // what is off the way counts as farther

export const isArrow = (key: string): boolean => key in WAYS;

/** The index of the next one; -1: there is none in that direction. */
export function nearest(points: readonly Point[], from: Point, key: string): number {
  const [dx, dy] = WAYS[key] ?? [0, 0];
  let [best, least] = [-1, Infinity];
  points.forEach(({ x, y }, i) => {
    const along = (x - from.x) * dx + (y - from.y) * dy;
    const across = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    const far = along + SIDEWAYS * across;
    if (along > 1 && far < least) [best, least] = [i, far];
  });
  return best;
}

/** Moves the focus among `buttons`; true: the key was an arrow. */
export function stepFocus(event: KeyboardEvent, buttons: readonly HTMLElement[]): boolean {
  if (!isArrow(event.key)) return false;
  const middle = (node: Element): Point => {
    const box = node.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const from =
    document.activeElement && buttons.includes(document.activeElement as HTMLElement)
      ? middle(document.activeElement)
      : null;
  if (from) buttons[nearest(buttons.map(middle), from, event.key)]?.focus();
  else buttons[0]?.focus();
  event.preventDefault();
  event.stopPropagation();
  return true;
}
