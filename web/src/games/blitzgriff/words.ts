/** Dice and fields in words. */

import { nameOfColour } from "./looks.svelte";
import type { Ask, Die, Kind } from "./state";
import { w } from "./texts";

export const dieInWords = ({ colour, value }: Pick<Die, "colour" | "value">): string => w("die", { colour: nameOfColour(colour), value });

export function askInWords(ask: Ask, kind: Kind): string {
  if (ask.colour === "any" || ask.colour === "no_field") return w("asks.joker");
  const [colour, other] = [nameOfColour(ask.colour), nameOfColour(ask.other)];
  const value = ask.values.join(w("or"));
  if (kind === "tuerme") return w("asks.tower", { colour, other, value });
  return kind === "mix" ? w("asks.mix", { colour, other }) : w("asks.value", { colour, value });
}

/** +3, −1, 0 */
export const signed = (points: number): string => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
