/** What happens in Lobo 77 (the game's story.py tells it), and what the page reads out of it. */

import type { EventOf } from "../events";

export type LoboEvent = EventOf<"lobo77">;
export type Chip = EventOf<"lobo77", "chip">;
export type Plays = EventOf<"lobo77", "plays">;

const ROUND_BEGINS = ["start", "round"];
const ROUND_ENDS = ["round", "wins"];

/** Who announced what in this round, in order. */
export function announcements(story: readonly LoboEvent[]): Plays[] {
  const begun = story.findLastIndex((event) => ROUND_BEGINS.includes(event.kind));
  return story.slice(begun + 1).filter((event) => event.kind === "plays");
}

/** The last announcement cost a chip. */
export function costly(story: readonly LoboEvent[]): boolean {
  return (
    story.findLast((event) => event.kind === "plays" || event.kind === "chip" || event.kind === "round")?.kind ===
    "chip"
  );
}

/** Why the last one to play has lost a chip; null: he has not. */
export function lost(story: readonly LoboEvent[]): Chip | null {
  const last = story.findLast((event) => event.kind === "plays" || event.kind === "chip");
  return last?.kind === "chip" ? last : null;
}

const NONE_LEFT = 0; // below it he had none to lose

/** Which words tell it: why, and whether he has one to give. */
export function wayOf({ why, left }: Pick<Chip, "why" | "left">): `${Chip["why"]}${"" | "_out"}` {
  return `${why}${left < NONE_LEFT ? "_out" : ""}`;
}

/** How many events, from the first one on, belong to rounds that are over. */
export function ofRoundsThatAreOver(events: readonly LoboEvent[]): number {
  return events.findLastIndex((event) => ROUND_ENDS.includes(event.kind)) + 1;
}
