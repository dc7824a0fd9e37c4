/** How fair a race can be, in words: whose measurement of the lines is trusted, and whose line is too slow. */
import type { Race } from "../net/line.svelte";
import type { Chair } from "../protocol";
import { t } from "./texts";

export const HEAD_START_MS = -1000; // a handicap below nought: that seat begins earlier than the others

export interface Fairness {
  words: string[];
  warns: boolean; // something is unfair, or rests on trust: to be read without being asked for
  offered: number[]; // seats to which the host may give a head start
}

export function fairness(race: Race, chairs: readonly Chair[], you: number | null): Fairness {
  if (race.lines.every((trip) => trip === null)) return { words: [], warns: false, offered: [] };
  const slow = race.slow.map((seat) => {
    const details = { name: chairs[seat]?.name ?? "", ms: race.lines[seat] ?? 0 };
    return t(seat === you ? "race.slow_you" : "race.slow", details);
  });
  return {
    words: [t(`race.trust.${race.trust}`, { ms: race.bound }), ...slow],
    warns: race.trust !== "tcp" || slow.length > 0,
    offered: race.slow.filter((seat) => chairs[seat]?.handicap === 0),
  };
}
