import type { Event, GameModule, Told, View, Viewer } from "../module";
import { tellEvents } from "../tell";
import Board from "./Board.svelte";
import { ofRoundsThatAreOver, type Chip, type LoboEvent } from "./events";
import Hand from "./Hand.svelte";
import Piece from "./Piece.svelte";
import { scenes } from "./scenes";
import SeatMarks from "./SeatMarks.svelte";
import { drawIn, loboOf, reckons } from "./state";
import { cardName, t } from "./texts";
import { chipInWords } from "./words";

const LOUD = ["chip", "out", "wins"] as const;

/** LO-T9 By head, the numbers of a round are told when it is over. */
function tell(events: readonly Event[], view: Viewer): Told[] {
  const story = events as readonly LoboEvent[];
  const chip = (event: Chip): string => chipInWords(event, view);
  if (!reckons(view)) return tellEvents(story, view, LOUD, { chip });
  const over = ofRoundsThatAreOver(story);
  const name = (seat: number): string => view.chairs[seat]?.name ?? "?";
  return [
    ...tellEvents(story.slice(0, over), view, LOUD, { chip }),
    ...tellEvents(story.slice(over), view, LOUD, {
      plays: ({ seat, card }) =>
        t(seat === view.you ? "by_head.plays_you" : "by_head.plays", {
          name: name(seat),
          card: cardName(view.game, card),
        }),
      chip: ({ seat }) => t(seat === view.you ? "by_head.chip_you" : "by_head.chip", { name: name(seat) }),
    }),
  ];
}

function hint(view: View): string {
  const lobo = loboOf(view);
  const name = view.chairs[lobo.turn]?.name ?? "?";
  if (lobo.over) return t("hint.over");
  const cards = view.moves.filter((move) => move !== drawIn(view)).length;
  if (view.you !== null && view.moves.includes(drawIn(view))) return t(cards > 0 ? "hint.draw_and_play" : "hint.draw");
  if (view.you !== null && cards > 0)
    return t(lobo.owes > 1 ? "hint.two" : lobo.played > 0 ? "hint.second" : "hint.one");
  if (view.you !== null && lobo.out[view.you]) return t("hint.out", { name });
  if (lobo.turn === view.you) return ""; // his card is on its way
  return t(lobo.owes > 1 ? "hint.wait_two" : "hint.wait", { name });
}

/** LO-T9 */
function asks(move: string, view: View): string | null {
  return reckons(view) && move !== drawIn(view) ? t("by_head.ask", { card: cardName(view.game, move) }) : null;
}

export const lobo77: GameModule = { name: "lobo77", Board, Hand, Piece, SeatMarks, tell, hint, scenes, asks };
