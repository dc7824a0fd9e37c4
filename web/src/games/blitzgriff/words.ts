/** Dice and fields in words. */

import { listed } from "../../i18n/words";
import { nameOfColour } from "./looks.svelte";
import type { Ask, Die, Kind } from "./state";
import { t } from "./texts";

export const dieInWords = ({ colour, value }: Pick<Die, "colour" | "value">): string =>
  t("die", { colour: nameOfColour(colour), value });

export function askInWords(ask: Ask, kind: Kind): string {
  if (ask.colour === "any" || ask.colour === "no_field") return t("asks.joker");
  const [colour, other] = [nameOfColour(ask.colour), nameOfColour(ask.other)];
  const value = listed(ask.values.map(String), "disjunction");
  if (kind === "tuerme") return t("asks.tower", { colour, other, value });
  return kind === "mix" ? t("asks.mix", { colour, other }) : t("asks.value", { colour, value });
}

/** +3, −1, 0 */
export const signed = (points: number): string => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
