/** What happens in Blöder Sack (the game's story.py tells it), and what the page reads out of it. Trays and fields count from 1. */

import { UNDONE, type Event, type EventOf } from "../events";

export type SackEvent = EventOf<"bloeder-sack">;
export type Places = EventOf<"bloeder-sack", "places">;
export type Replaces = EventOf<"bloeder-sack", "replaces">;
export type Rolls = EventOf<"bloeder-sack", "rolls">;
export type Counts = EventOf<"bloeder-sack", "counts">;
export type Gets = EventOf<"bloeder-sack", "gets">;
export type Nobody = EventOf<"bloeder-sack", "nobody">;
export const sackEvents = (events: readonly Event[]): readonly SackEvent[] => events as readonly SackEvent[];

export type Cause = "full" | "double" | "scores" | "final";

/** A card that is scored: why, what each one has, and who gets it. */
export interface Award {
  tray: number;
  card: string;
  cause: Cause;
  by: number | null; // who chose it, or rolled the double
  counts: readonly Counts[];
  gets: Gets | null; // null: nobody meets the condition
}

export function awardOf(events: readonly SackEvent[]): Award | null {
  const end = events.findLastIndex(({ kind }) => kind === "gets" || kind === "nobody");
  const award = events[end] as Gets | Nobody | undefined;
  if (!award) return null;
  let first = end;
  while (events[first - 1]?.kind === "counts") first -= 1;
  const cause = causeOf(events.slice(0, first), award.tray);
  return {
    tray: award.tray,
    card: award.card,
    ...cause,
    counts: events.slice(first, end) as Counts[],
    gets: award.kind === "gets" ? award : null,
  };
}

/** The last thing that can have led to it; in the last scoring one tray follows the other. */
function causeOf(before: readonly SackEvent[], tray: number): Pick<Award, "cause" | "by"> {
  const last = before.at(-1);
  if (last?.kind === "full" && last.tray === tray) return { cause: "full", by: null };
  if (last?.kind === "scores" && last.tray === tray) return { cause: "scores", by: last.seat };
  if (last?.kind === "rolls") return { cause: "double", by: last.seat };
  return { cause: "final", by: null };
}

export interface Die {
  seat: number;
  value: number;
}

/** The dice on a tray, field by field, as these events left them. */
export function diceAfter(events: readonly SackEvent[], tray: number): Die[] {
  let dice: Die[] = [];
  events.forEach((event, i) => {
    if (event.kind === "places" && event.tray === tray)
      dice[event.field - 1] = { seat: event.seat, value: event.value };
    else if (event.kind === "replaces" && event.tray === tray)
      dice[event.field - 1] = { seat: event.seat, value: event.value };
    else if ((event.kind === "gets" || event.kind === "nobody") && event.tray === tray) dice = [];
    else if (event.kind === UNDONE) {
      const undone = events[i - 1];
      if (undone?.kind === "places" && undone.tray === tray) dice.pop();
    }
  });
  return dice;
}

/** The last scoring, and all that put dice on its tray. */
export function lastScoring(story: readonly SackEvent[]): SackEvent[] | null {
  const end = story.findLastIndex(({ kind }) => kind === "gets" || kind === "nobody");
  if (end < 0) return null;
  const { tray } = story[end] as Gets | Nobody;
  const before = story
    .slice(0, end)
    .findLastIndex((event) => (event.kind === "gets" || event.kind === "nobody") && event.tray === tray);
  return story.slice(before + 1, end + 1);
}
