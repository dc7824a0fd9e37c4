import { acts, type Event, type GameModule, type View } from "../module";
import { tellEvents, wordedOnce } from "../tell";
import Board from "./Board.svelte";
import { upToLastScoring, type BlitzEvent } from "./events";
import Hand from "./Hand.svelte";
import Piece from "./Piece.svelte";
import Report from "./Report.svelte";
import { scenes } from "./scenes";
import SeatMarks from "./SeatMarks.svelte";
import Settings from "./Settings.svelte";
import { blitzOf } from "./state";
import { t } from "./texts";

const LOUD = ["stops", "idle", "los", "wins"] as const;

function hint(view: View, picked: string | null = null): string {
  const blitz = blitzOf(view);
  const mine = view.you === null ? null : (blitz.hand[view.you] ?? null);
  if (blitz.over) return t("hint.over");
  if (blitz.calm) {
    if (acts(view, view.you)) return t(mine === null && picked === null ? "hint.your_turn" : "hint.put");
    return t("hint.wait", { name: view.chairs[blitz.turn]?.name ?? "?" });
  }
  if (blitz.hands) return t(mine === null ? "hint.hands_wait" : "hint.hands");
  if (view.race && view.race.los === null) return t("hint.ready");
  if (view.you === null) return t("hint.watch");
  return t(mine === null ? "hint.grab" : "hint.put");
}

export const blitzgriff: GameModule = {
  name: "blitzgriff",
  Board,
  Hand,
  Piece,
  SeatMarks,
  Report,
  Settings,
  seating: "above",
  tell: wordedOnce((events, view) => tellEvents(events, view, LOUD)),
  hint,
  scenes,
  sendsAhead: true,
  lastReport: (story) => upToLastScoring(story as readonly BlitzEvent[]) as unknown as readonly Event[] | null,
};
