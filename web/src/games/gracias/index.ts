import type { Event, GameModule, View } from "../module";
import { nameOf, tellEvents } from "../tell";
import Board from "./Board.svelte";
import { lastScoring, type GraciasEvent } from "./events";
import Hand from "./Hand.svelte";
import Piece from "./Piece.svelte";
import Report from "./Report.svelte";
import { scenes } from "./scenes";
import SeatMarks from "./SeatMarks.svelte";
import { graciasOf } from "./state";
import { t } from "./texts";

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
  tell: (events, view) => tellEvents(events, view, ["wins"]),
  hint,
  scenes,
  Report,
  lastReport: (story) => lastScoring(story as readonly GraciasEvent[]) as readonly Event[] | null,
};
