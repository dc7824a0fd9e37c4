/** One message of a match as things that travel. */

import type { Row, Scene, Travel, View } from "../module";
import type { LoboEvent, Plays } from "./events";
import { cardsOf, loboOf, reckons } from "./state";
import { t } from "./texts";
import { chipInWords } from "./words";

const READ_MS = 500; // who gives a chip, and why
const DEAL_MS = 70; // between two cards of a deal

export function scenes(rows: readonly Row[], view: View): Scene[] {
  const all = rows.flatMap(eventsOf);
  const list = rows.flatMap((row) => {
    const laid = eventsOf(row).find((event) => event.kind === "plays");
    return laid ? played(laid, row, view) : [];
  });
  const drawn = rows.filter((row) => eventsOf(row).some((event) => event.kind === "gets"));
  const over = all.some((event) => event.kind === "wins");
  list.push({
    travels: cardsDrawn(drawn, view),
    leaving: drawn[0]?.before,
    cells: rows.at(-1)!.after,
    sound: over ? "win" : drawn.length > 0 ? "card" : undefined,
  });
  return list;
}

const eventsOf = (row: Row): readonly LoboEvent[] => row.events as readonly LoboEvent[];

/** The card leaves the hand, lies on the pile, and the new total is announced; then what it costs is seen. */
function played({ seat, card, total }: Plays, row: Row, view: View): Scene[] {
  const events = eventsOf(row);
  const ended = events.some((event) => event.kind === "round" || event.kind === "wins");
  const [before, after] = [row.before, row.after].map((cells) => loboOf({ ...view, cells }).cells) as [Cells, Cells];
  const leaving = before.from(after, ["hand_size", seat], ["hand", seat]);
  const lies = ended
    ? leaving.with([
        ["top", cardsOf(view).indexOf(card)],
        ["total", total],
      ])
    : after.from(before, ["chips", seat]);
  const from = seat === view.you ? `hand-${card}` : `seat-${seat}`;
  const laid: Scene = {
    travels: [{ from, to: "discard", piece: card }],
    leaving: leaving.all,
    cells: lies.all,
    sound: "card",
  };
  const chip = events.find((event) => event.kind === "chip");
  if (!chip) return [laid];
  const out = events.some((event) => event.kind === "out");
  return [
    laid,
    {
      travels: out ? [] : [{ from: `chips-${seat}`, to: "total", piece: "chip" }],
      cells: lies.from(after, ["chips", seat]).all,
      sound: out ? "bell" : "chip",
      shout: reckons(view) && !ended ? t("shout_twins") : chipInWords(chip, view),
      hold: READ_MS,
      seat,
      joy: events.some((event) => event.kind === "swims") || out ? { at: `seat-${seat}`, water: true } : undefined,
    },
  ];
}

/** Cards from the pile: a few, or a whole deal, card by card around the table. The faces are for the own seat alone. */
function cardsDrawn(rows: readonly Row[], view: View): Travel[] {
  const got = new Map<number, number>();
  return rows.flatMap((row) =>
    eventsOf(row).flatMap((event): Travel[] => {
      if (event.kind !== "gets") return [];
      const { seat } = event;
      const nth = got.get(seat) ?? 0;
      got.set(seat, nth + 1);
      const own = seat === view.you;
      return [
        {
          from: "pile",
          to: own ? "hand" : `seat-${seat}`,
          piece: own ? row.move : "back",
          delay: DEAL_MS * (nth * 3 + got.size - 1),
        },
      ];
    }),
  );
}

type Cells = ReturnType<typeof loboOf>["cells"];
