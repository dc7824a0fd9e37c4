import type { GameModule } from "../module";
import Board from "./Board.svelte";
import Emblem from "./Emblem.svelte";
import Hand from "./Hand.svelte";
import Piece from "./Piece.svelte";
import SeatMarks from "./SeatMarks.svelte";

export const lobo77: GameModule = {
  name: "lobo77", Board, Emblem, Hand, Piece, SeatMarks,
  tell: () => [],
  hint: () => "",
  scenes: (step) => [{ travels: [], cells: step.after }],
};
