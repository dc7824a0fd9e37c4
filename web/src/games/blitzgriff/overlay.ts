/** What is seen of one's own moves before the server has answered: which die is shown where. No rules: the server may say no,
 *  and then it lies where it lay. */

import { acts } from "../module";
import { deedOf } from "./deeds";
import { cellsOf, dieOf, type Seen, type Spot } from "./state";

export interface Overlay {
  hand?: number | null; // the die in our hand; left out: as the cells say
  laid: readonly { die: number; spot: Spot }[];
  moved: ReadonlySet<number>; // dice that lie no more where the cells say
}

const NOTHING: Overlay = { laid: [], moved: new Set() };

export function overlayOf(view: Seen): Overlay {
  const { you, sending = [], actors = 0 } = view;
  if (sending.length === 0 || you === null || you === undefined || !acts({ actors }, you)) return NOTHING;
  const cells = cellsOf(view);
  let hand = dieOf(cells.one("hand", you));
  const laid: { die: number; spot: Spot }[] = [];
  const lay = (die: number | null, spot: Spot): void => {
    if (die === null) return; // it has been carried out meanwhile
    laid.push({ die, spot });
    if (die === hand) hand = null;
  };
  for (const move of sending) {
    const deed = deedOf(view.game, move);
    if (!deed) continue;
    const { kind, die, card, field } = deed;
    if (kind === "take" && hand === null && cells.choice("where", die) === "middle") hand = die;
    else if (kind === "put") lay(hand, { card, field });
    else if (kind === "beside") lay(hand, { card, beside: true });
    else if (kind === "park") lay(hand, { card, park: true });
    else if (kind === "move") lay(dieOf(cells.one("parked", you, card)), { card, field });
  }
  return { hand, laid, moved: new Set([...laid.map(({ die }) => die), ...(hand === null ? [] : [hand])]) };
}
