/** Mäxchen on the page. */

import { board } from "./board.js";
import { cup } from "./dom.js";
import { hand } from "./hand.js";
import { lesson } from "./lesson.js";
import { marks } from "./marks.js";
import { MAEXCHEN, matchOf, NOTHING } from "./match.js";
import { scenes } from "./scenes.js";

const LOUD = ["lifts", "out", "wins"];

/** @type {import("spieltisch").Plugin} */
export default (kit) => ({
  Board: board(kit),
  SeatMarks: marks(kit),
  Hand: hand(kit),
  Piece(target) {
    target.append(cup());
    return { update() {} };
  },
  hint: (view) => hint(kit, view),
  scenes: scenes(kit),
  tell: (events, view) => kit.tell(events, view, LOUD),
  lesson: lesson(kit),
});

/** @param {import("spieltisch").Kit} kit @param {import("spieltisch").View} view */
function hint(kit, view) {
  const match = matchOf(kit, view);
  const name = kit.nameOf(view, match.turn);
  if (match.stage === "over") return kit.t("hint.over");
  if (view.you !== null && match.lives[view.you] === 0) return kit.t("hint.out", { name });
  if (view.you !== match.turn) return kit.t("hint.wait", { name });
  if (match.stage === "claiming") return kit.t("hint.claim");
  if (match.claim === NOTHING) return kit.t("hint.roll");
  return kit.t(match.claim === MAEXCHEN ? "hint.maexchen" : "hint.believe");
}
