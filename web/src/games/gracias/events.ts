/** What happens in Gracias (the game's story.py tells it), and what the page reads out of it. */

import type { EventOf } from "../events";
import type { Colour } from "./state";

export type GraciasEvent = EventOf<"gracias">;
export type Takes = EventOf<"gracias", "takes">;
export type Gives = EventOf<"gracias", "gives">;
export type Counted = EventOf<"gracias", "counted">;
type Scored = EventOf<"gracias", "scored">;
type TurnsUp = EventOf<"gracias", "turns_up">;

/** The last scoring among these events, from its beginning to everybody's points. */
export function lastScoring(story: readonly GraciasEvent[]): readonly GraciasEvent[] | null {
  const first = story.findLastIndex((event) => event.kind === "scoring");
  if (first < 0) return null;
  const last = story.findLastIndex((event) => event.kind === "scored");
  return story.slice(first, last + 1);
}

/** One player's part of a scoring, colour by colour. */
export interface Reckoned {
  seat: number;
  hidden: string[]; // turned up
  colours: (Counted | null)[]; // nothing to count: null
  points: number;
  total: number;
}

export function reckoned(events: readonly GraciasEvent[], colours: readonly Colour[]): Reckoned[] {
  return events
    .filter((event): event is Scored => event.kind === "scored")
    .map(({ seat, points, total }) => {
      const up = events.find((event): event is TurnsUp => event.kind === "turns_up" && event.seat === seat);
      return {
        seat,
        points,
        total,
        hidden: colours.flatMap((colour) => Array.from({ length: up?.cards[colour] ?? 0 }, () => colour)),
        colours: colours.map(
          (colour) =>
            events.find(
              (event): event is Counted => event.kind === "counted" && event.seat === seat && event.colour === colour,
            ) ?? null,
        ),
      };
    });
}
