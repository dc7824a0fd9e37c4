/** What happens in Gracias (the game's story.py tells it), and what the page reads out of it. */

export type GraciasEvent =
  | { kind: "start" | "looks"; seat: number }
  | { kind: "dealt"; seat: number; colour: string }
  | { kind: "laid"; triplet: number; colour: string }
  | { kind: "takes"; seat: number; triplet: number; first: string; second: string }
  | { kind: "gives"; seat: number; keep: string; give: string; to: number }
  | { kind: "round"; pass: number; round: number; seat: number }
  | { kind: "scoring"; pass: number }
  | ({ kind: "turns_up"; seat: number } & Record<string, number | string>)
  | {
      kind: "counted";
      colour: string;
      seat: number;
      cards: number;
      stacked: number;
      open: number;
      discards: number;
      points: number;
    }
  | { kind: "stacks"; seat: number; colour: string; open: number }
  | { kind: "discards"; seat: number; colour: string; discards: number }
  | { kind: "scored"; seat: number; pass: number; points: number; total: number }
  | { kind: "pass"; pass: number; seat: number }
  | { kind: "wins"; seat: number; total: number };
export type Takes = Extract<GraciasEvent, { kind: "takes" }>;
export type Gives = Extract<GraciasEvent, { kind: "gives" }>;
export type Counted = Extract<GraciasEvent, { kind: "counted" }>;
export type Scored = Extract<GraciasEvent, { kind: "scored" }>;

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

export function reckoned(events: readonly GraciasEvent[], colours: readonly string[]): Reckoned[] {
  return events
    .filter((event): event is Scored => event.kind === "scored")
    .map(({ seat, points, total }) => {
      const up = events.find((event) => event.kind === "turns_up" && event.seat === seat) as
        Record<string, number> | undefined;
      return {
        seat,
        points,
        total,
        hidden: colours.flatMap((colour) => Array.from({ length: up?.[colour] ?? 0 }, () => colour)),
        colours: colours.map(
          (colour) =>
            (events.find((event) => event.kind === "counted" && event.seat === seat && event.colour === colour) as
              Counted | undefined) ?? null,
        ),
      };
    });
}
