/** Who sat where in a finished match, at each moment of it: names are those of the time. */

import type { Chair, MatchDocument } from "../protocol";

const COLOURS = 8;

/** After so many rows of the log. Matches of version 1 tell only who added to the dice. */
export function chairsAfter(match: MatchDocument, row: number): Chair[] {
  const chairs = match.names.map((name, seat) => chairAtStart(match, name, seat));
  for (const { seat, what, name, level } of (match.changes ?? []).filter(
    (change) => change.row <= row && change.what !== "paused" && change.what !== "resumed",
  )) {
    const kind = what === "stood" ? "bot" : "human";
    chairs[seat] = { ...chairs[seat]!, kind, name, level, away: what === "stood_in" };
  }
  return chairs;
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
