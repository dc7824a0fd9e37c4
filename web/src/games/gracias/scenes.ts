/** One message of a match as things that travel. */

import { Cells } from "../cells";
import type { Joy, Row, Scene, Travel, View } from "../module";
import { lastScoring, type Gives, type GraciasEvent, type Takes } from "./events";
import { coloursOf, type Colour } from "./state";
import { t } from "./texts";

const DEAL_MS = 55; // between two cards of a deal
const STACK = 5; // so many of a colour are safe

export function scenes(rows: readonly Row[], view: View): Scene[] {
  const all = rows.flatMap(eventsIn);
  const list: Scene[] = [];
  rows.forEach((row, at) => {
    for (const event of eventsIn(row)) {
      if (event.kind === "takes") list.push(taken(event, row, rows[at + 1], view));
      else if (event.kind === "gives") list.push(given(event, row, view));
      else if (event.kind === "scoring")
        list.push({ travels: [], cells: list.at(-1)?.cells ?? row.before, sound: "bell", report: lastScoring(all)! });
      else if (event.kind === "pass" && event.pass > 1)
        list.push({ travels: [], cells: row.after, shout: t("pass", { n: event.pass }) });
    }
  });
  list.push(...dealt(rows, "dealt"), ...dealt(rows, "laid"));
  const over = all.some((event) => event.kind === "wins");
  if (list.length === 0 || over) list.push({ travels: [], cells: [], sound: over ? "win" : undefined });
  list.at(-1)!.cells = rows.at(-1)!.after;
  return list;
}

const eventsIn = (row: Row): readonly GraciasEvent[] => row.events as readonly GraciasEvent[];

/** All three go to who takes them, the hidden one face down: that it has been looked at is the next row. */
function taken({ seat, triplet, first, second }: Takes, row: Row, looks: Row | undefined, { game }: View): Scene {
  const from = `triplet-${triplet}`;
  const leaving = new Cells(game, row.before).from(new Cells(game, row.after), ["triplets", triplet - 1]);
  return {
    travels: [
      { from, to: `hidden-${seat}`, piece: "back" },
      { from, to: `pair-${seat}`, piece: first, delay: DEAL_MS },
      { from, to: `pair-${seat}`, piece: second, delay: 2 * DEAL_MS },
    ],
    leaving: leaving.all,
    cells: (looks ?? row).after,
    sound: "card",
  };
}

/** One stays, the other makes somebody happy. */
function given({ seat, keep, give, to }: Gives, row: Row, view: View): Scene {
  const after = new Cells(view.game, row.after);
  const leaving = new Cells(view.game, row.before).from(after, "took");
  const scored = eventsIn(row).some((event) => event.kind === "scoring");
  return {
    travels: [
      { from: `pair-${seat}`, to: `display-${seat}-${keep}`, piece: keep },
      { from: `pair-${seat}`, to: `display-${to}-${give}`, piece: give, delay: 2 * DEAL_MS },
    ],
    leaving: leaving.all,
    cells: scored ? turnedUp(leaving, after).all : row.after,
    sound: "card",
    joy: scored ? undefined : fullStack(view, after, [seat, keep], [to, give]),
    says: { seat: to, text: t("gracias") },
  };
}

/** Where the fifth open card of a colour has just come to lie. */
function fullStack(view: View, after: Cells, ...laid: (readonly [number, Colour])[]): Joy | undefined {
  const full = laid.find(([seat, colour]) => after.one("opened", seat, coloursOf(view).indexOf(colour)) === STACK);
  return full && { at: `display-${full[0]}-${full[1]}` };
}

/** A pass is scored: all cards lie open, those that were hidden too. */
function turnedUp(cells: Cells, after: Cells): Cells {
  const colours = after.lengthOf("opened", 1);
  const shown = after
    .row("displays")
    .map((count, at) => ["opened", count, Math.floor(at / colours), at % colours] as const);
  return cells.with(shown).from(after, "secrets");
}

/** Cards from the pile, all of a deal together. */
function dealt(rows: readonly Row[], kind: "dealt" | "laid"): Scene[] {
  const told = rows.filter((row) => eventsIn(row).some((event) => event.kind === kind));
  const cards = told.flatMap(eventsIn).filter((event) => event.kind === kind) as Extract<
    GraciasEvent,
    { kind: "dealt" | "laid" }
  >[];
  const travels = cards.map((card, nth): Travel => {
    const to = card.kind === "dealt" ? `display-${card.seat}-${card.colour}` : `triplet-${card.triplet}`;
    return { from: "pile", to, piece: card.colour, delay: nth * DEAL_MS };
  });
  return told.length > 0 ? [{ travels, leaving: told[0]!.before, cells: told.at(-1)!.after, sound: "card" }] : [];
}
