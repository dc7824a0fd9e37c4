/** The rows of the log, retold as what people would say. For words only: what is shown is in the cells. */

import type { Row } from "../../protocol";
import { DRAW, OUT, printed } from "./state";

export type Kind = "start" | "round" | "plays" | "turned" | "chip" | "swims" | "out" | "draw" | "wins";

export interface Event {
  kind: Kind;
  seat: number;
  card: string;
  total: number;
}

const CHANCE = -1;

/** `chips` are those of now: each chip given up since then is put back, and taken away again as the story goes on. */
export function retell(rows: readonly Row[], chipsNow: readonly number[]): Event[] {
  const events: Event[] = [];
  const chips = [...chipsNow];
  for (const { seat, total } of announcements(rows)) if (isSchnapszahl(total)) chips[seat]! += 1;
  let total = 0;
  let playing = chips.filter((left) => left > OUT).length;
  let begun = false;
  const add = (kind: Kind, seat: number, card = ""): void => void events.push({ kind, seat, card, total });

  for (let at = 0; at < rows.length; at++) {
    const [seat, move, to] = rows[at]!;
    if (seat === CHANCE) {
      if (move.startsWith("start ")) {
        begun = true;
        add("start", Number(move.slice("start ".length)));
      } else if (isDeal(rows, at)) {
        total = 0;
        if (begun && rows[at - 1]?.[1].startsWith("start ") !== true) add("round", to!);
        begun = true;
        while (rows[at + 1]?.[0] === CHANCE) at += 1;
      }
    } else if (move === DRAW) add("draw", seat);
    else if (seat >= 0) {
      begun = true;
      total += printed(move);
      add("plays", seat, move);
      if (move === "turn" && playing > 2) add("turned", seat);
      if (isSchnapszahl(total)) {
        chips[seat]! -= 1;
        add("chip", seat);
        if (chips[seat] === 0) add("swims", seat);
        if (chips[seat] === OUT) {
          playing -= 1;
          add("out", seat);
          if (playing === 1) add("wins", chips.findIndex((left) => left > OUT));
        }
      }
    }
  }
  return events;
}

/** Who announced what, in order. */
export function announcements(rows: readonly Row[]): { seat: number; card: string; total: number }[] {
  let total = 0;
  const list: { seat: number; card: string; total: number }[] = [];
  rows.forEach(([seat, move], at) => {
    if (seat === CHANCE && isDeal(rows, at)) total = 0;
    else if (seat >= 0 && move !== DRAW) {
      total += printed(move);
      list.push({ seat, card: move, total });
    }
  });
  return list;
}

/** Chance gives cards to more than one seat: a new round. */
export function isDeal(rows: readonly Row[], at: number): boolean {
  let first = at;
  while (rows[first - 1]?.[0] === CHANCE) first -= 1;
  const receivers = new Set<number>();
  for (let i = first; rows[i]?.[0] === CHANCE; i++) {
    const to = rows[i]![2];
    if (to !== undefined && to >= 0) receivers.add(to);
  }
  return receivers.size > 1;
}

/** The number that is shouted about, or more than 77. */
export function isSchnapszahl(total: number): boolean {
  return total > 77 || (total > 0 && total % 11 === 0);
}
