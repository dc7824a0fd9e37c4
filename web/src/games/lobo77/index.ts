import { fill } from "../../i18n/words";
import type { GameModule, Told, View } from "../module";
import Board from "./Board.svelte";
import Emblem from "./Emblem.svelte";
import Hand from "./Hand.svelte";
import Piece from "./Piece.svelte";
import { scenes } from "./scenes";
import SeatMarks from "./SeatMarks.svelte";
import { DRAW, loboOf, OUT } from "./state";
import { retell } from "./story";
import { cardName, own, w } from "./texts";

function tell(rows: Parameters<GameModule["tell"]>[0], view: Parameters<GameModule["tell"]>[1]): Told[] {
  const texts = own(view.game);
  return retell(rows, loboOf(view).chips.slice(0, view.chairs.length)).map(({ kind, seat, card, total }) => {
    const book = seat === view.you && texts.log_you[kind] ? texts.log_you : texts.log;
    const values = { seat: view.chairs[seat]?.name ?? "?", card: cardName(view.game, card), total: String(total).replace("-", "−") };
    return { seat, kind, text: fill(book[kind] ?? kind, values), loud: ["chip", "out", "wins"].includes(kind) };
  });
}

function hint(view: View): string {
  const lobo = loboOf(view);
  const name = view.chairs[lobo.turn]?.name ?? "?";
  if (lobo.over) return w("hint.over");
  const cards = view.moves.filter((move) => move !== DRAW).length;
  if (view.you !== null && view.moves.includes(DRAW)) return w(cards > 0 ? "hint.draw_and_play" : "hint.draw");
  if (view.you !== null && cards > 0) return w(lobo.owes > 1 ? "hint.two" : lobo.played > 0 ? "hint.second" : "hint.one");
  if (view.you !== null && lobo.chips[view.you] === OUT) return w("hint.out", { name });
  if (lobo.turn === view.you) return ""; // his card is on its way
  return w(lobo.owes > 1 ? "hint.wait_two" : "hint.wait", { name });
}

export const lobo77: GameModule = {
  name: "lobo77",
  Board,
  Emblem,
  Hand,
  Piece,
  SeatMarks,
  tell,
  hint,
  scenes,
  unoffered: { announce: ["by head"] }, // LO-T9: the page does not ask for the number yet
};
