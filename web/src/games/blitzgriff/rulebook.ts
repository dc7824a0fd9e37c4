/** A card of the pack with dice on it: `kette-01/1+,2+,5=rot3-`. */

import type { Shown } from "./CardGrid.svelte";
import { COLOURS, PACK, type Colour, type Task } from "./state";

const LOWER_VALUE = 2; // a tower's lower die may show anything
/** Field, `_`: the lower die of a tower alone, another die than the one asked for, and what it counts (`?`: it was overlooked). */
const LYING = /^(\d)(_?)(?:=([a-z]+)(\d))?([+0?-]?)$/;
const POINTS: Record<string, number> = { "+": 1, "-": -1, "0": 0 };

export function laid(parts: string): { task: Task; dice: Shown[] } {
  const [id, lying = ""] = parts.split("/");
  const task = PACK.find((card) => card.id === id);
  if (!task) throw new Error(`no card ${id}`);
  const dice = lying
    .split(",")
    .filter(Boolean)
    .flatMap((word) => diceOf(task, word));
  return { task, dice: dice.map((die, number) => ({ ...die, die: number })) };
}

function diceOf(task: Task, word: string): Omit<Shown, "die">[] {
  const [, place, lower, colour, value, mark] = LYING.exec(word) ?? [];
  const ask = task.asks[Number(place) - 1];
  if (!ask) throw new Error(`no die: ${word}`);
  const field = Number(place) - 1;
  const counts = mark === "?" ? { could: true } : mark ? { points: POINTS[mark]! } : {};
  const asked = { colour: colourNamed(ask.colour), value: ask.values[0] ?? 1 };
  const first = { ...(colour ? dieOf(colour + value) : asked), field, level: 0 };
  if (task.kind !== "tuerme") return [{ ...first, ...counts }];
  const below = { ...first, value: LOWER_VALUE };
  if (lower) return [{ ...below, ...counts }];
  return [below, { colour: ask.other, value: asked.value, field, level: 1, ...counts }];
}

/** A joker takes any. */
function colourNamed(name: string): Colour {
  return COLOURS.find((colour) => colour === name) ?? "weiss";
}

/** `rot5` */
export function dieOf(word: string): { colour: Colour; value: number } {
  return { colour: colourNamed(word.slice(0, -1)), value: Number(word.at(-1)) };
}
