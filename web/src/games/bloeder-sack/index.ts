import { tellEvents, wordedOnce } from "../tell";
import type { Event, GameModule, View } from "../module";
import { isA } from "../moves";
import Board from "./Board.svelte";
import { lastScoring, sackEvents } from "./events";
import Hand from "./Hand.svelte";
import Piece from "./Piece.svelte";
import Report from "./Report.svelte";
import { scenes } from "./scenes";
import SeatMarks from "./SeatMarks.svelte";
import { isScoring, sackOf } from "./state";
import { t } from "./texts";

const LOUD = ["gets", "fourth", "wins", "shares"] as const;

const tell = wordedOnce((events, view) => tellEvents(events, view, LOUD));

function hint(view: View): string {
  const sack = sackOf(view);
  const name = view.chairs[sack.turn]?.name ?? "?";
  if (sack.stage === "over") return t("hint.over");
  if (view.you !== null && view.moves.length > 0) {
    if (isScoring(view)) return t(sack.stage === "must_score" ? "hint.must_score" : "hint.choose");
    if (sack.hand.length === 1) return t("hint.second");
    return t(view.moves.some((move) => isA(view.game, move, "replace")) ? "hint.place_or_replace" : "hint.place");
  }
  if (sack.turn === view.you) return ""; // his die is on its way
  return t(
    sack.stage === "must_score" ? "hint.wait_must" : sack.stage === "choosing" ? "hint.wait_choose" : "hint.wait",
    { name },
  );
}

/** His own die or his no was the last thing that happened. */
function undo({ story, you }: View): boolean {
  const last = story.at(-1);
  return (last?.kind === "places" || last?.kind === "declines") && last.seat === you;
}

export const bloederSack: GameModule = {
  name: "bloeder-sack",
  seating: "above",
  Board,
  Hand,
  Piece,
  SeatMarks,
  Report,
  tell,
  hint,
  scenes,
  undo,
  lastReport: (story) => lastScoring(sackEvents(story)) as Event[] | null,
};
