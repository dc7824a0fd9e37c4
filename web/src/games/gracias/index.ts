import type { Event, GameModule, Told, View, Viewer } from "../module";
import { nameOf, tellEvents } from "../tell";
import Board from "./Board.svelte";
import { lastScoring, type GraciasEvent } from "./events";
import Hand from "./Hand.svelte";
import Piece from "./Piece.svelte";
import Report from "./Report.svelte";
import { scenes } from "./scenes";
import SeatMarks from "./SeatMarks.svelte";
import { coloursOf, graciasOf } from "./state";
import { colourName, t } from "./texts";

/** What was hidden is told without the colours that were not. */
function tell(events: readonly Event[], view: Viewer): Told[] {
  return tellEvents(events as readonly GraciasEvent[], view, ["wins"], {
    turns_up: (event) => {
      const cards = coloursOf(view)
        .filter((colour) => event[colour])
        .map((colour) => t("pile_of", { n: event[colour]!, card: colourName(view.game, colour) }));
      return t(event.seat === view.you ? "shown_up_you" : "shown_up", {
        name: nameOf(view, event.seat),
        cards,
      });
    },
  });
}

function hint(view: View): string {
  const { over, taking, giving, turn } = graciasOf(view);
  const name = nameOf(view, turn);
  const mine = view.you !== null && turn === view.you;
  if (over) return t("hint.over");
  if (mine && view.moves.length === 0) return ""; // on its way
  if (giving) return mine ? t("hint.give") : t("hint.wait_give", { name });
  return taking ? (mine ? t("hint.take") : t("hint.wait_take", { name })) : "";
}

export const gracias: GameModule = {
  name: "gracias",
  seating: "rows",
  Board,
  Hand,
  Piece,
  SeatMarks,
  tell,
  hint,
  scenes,
  Report,
  lastReport: (story) => lastScoring(story as readonly GraciasEvent[]) as readonly Event[] | null,
};
