/** Who sat where in a finished match, at each moment of it: names are those of the time. */

import type { Chair, MatchDocument } from "../protocol";

const COLOURS = 8;

/** Colours and pictures of those who sit at the table now: a match itself tells only names. */
export type Looks = readonly Pick<Chair, "name" | "colour" | "picture">[];

/** After so many rows of the log. Matches of version 1 tell only who added to the dice. */
export function chairsAfter(match: MatchDocument, row: number, looks: Looks = []): Chair[] {
  const chairs = match.names.map((name, seat) => chairAtStart(match, name, seat));
  for (const { seat, what, name, level } of (match.changes ?? []).filter(
    (change) => change.row <= row && change.what !== "paused" && change.what !== "resumed",
  )) {
    const kind = what === "stood" ? "bot" : "human";
    chairs[seat] = { ...chairs[seat]!, kind, name, level, away: what === "stood_in" };
  }
  return chairs.map((chair) => {
    const look = looks.find(({ name }) => name === chair.name);
    return look ? { ...chair, colour: look.colour, picture: look.picture } : chair;
  });
}

function chairAtStart(match: MatchDocument, name: string, seat: number): Chair {
  const { kind, level } = match.chairs?.[seat] ?? {
    kind: match.people.some((person) => person.seat === seat) ? "human" : "bot",
  };
  return {
    kind,
    name,
    colour: seat % COLOURS,
    picture: seat,
    level: level ?? null,
    here: true,
    away: false,
    misreckoned: 0,
    handicap: 0,
  };
}
