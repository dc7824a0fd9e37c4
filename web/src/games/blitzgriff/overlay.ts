/** What is seen of one's own moves before the server has answered: which die is shown where. No rules: the server may say no,
 *  and then it lies where it lay. */

import { acts } from "../module";
import { cellsOf, dieOf, dieOfPiece, type Seen, type Spot } from "./state";

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
    const taken = dieOfPiece(move);
    const [deed, card = 0, field = 0] = move.split(/[ .]/).map((part, i) => (i === 0 ? part : Number(part) - 1)) as [
      string,
      number?,
      number?,
    ];
    if (taken !== null && hand === null && cells.choice("where", taken) === "middle") hand = taken;
    else if (deed === "put") lay(hand, { card, field });
    else if (deed === "beside") lay(hand, { card, beside: true });
    else if (deed === "park") lay(hand, { card, park: true });
    else if (deed === "move") lay(dieOf(cells.one("parked", you, card)), { card, field });
  }
  return { hand, laid, moved: new Set([...laid.map(({ die }) => die), ...(hand === null ? [] : [hand])]) };
}
