/** Photo finish: moves for which several reached at the same time, with the times that decided. */

import type { Line } from "../protocol";
import type { Moment } from "./film";

/** Times in ms of play. */
export interface Claim {
  seat: number;
  made: number; // when it counts as made, the delay of the line allowed for
  came: number; // when it came
}
export interface Contest {
  moment: number;
  claims: Claim[]; // the first one had it
}

/** Refused claims are kept beside the move that came next: each belongs to the last one that got what it reached for. */
export function contestsOf(log: readonly Line[], moments: readonly Moment[]): Contest[] {
  const contests = new Map<number, Claim[]>();
  log.forEach((line, at) => {
    for (const { seat, move, made, came } of line.missed ?? []) {
      const won = log.slice(0, at + 1).findLastIndex((one) => one.claimed && one.move === move && one.seat !== seat);
      const winner = log[won];
      if (!winner?.claimed) continue;
      const claims = contests.get(won) ?? [{ seat: winner.seat, made: winner.claimed[0], came: winner.claimed[1] }];
      contests.set(won, [...claims, { seat, made, came }]);
    }
  });
  return [...contests]
    .map(([index, [first, ...others]]) => ({
      moment: moments.findIndex(({ first, last }) => first <= index && index < last),
      claims: [first!, ...others.sort((a, b) => a.made - b.made)],
    }))
    .sort((a, b) => a.moment - b.moment);
}

/** Was it a race at all? */
export const isRace = (log: readonly Line[]): boolean => log.some((line) => line.claimed);
