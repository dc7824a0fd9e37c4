/** Who has won, in words: all who share the first place, and you first. */

import { listed } from "../i18n/words";
import { t } from "./texts";

/** `you`: the one seat at which these words are read, if there is one. */
export function winnerWords(places: readonly number[], names: readonly string[], you: number | null): string {
  const first = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const others = first.filter((seat) => seat !== you).map((seat) => names[seat] ?? "?");
  if (others.length === first.length)
    return t(first.length > 1 ? "result.shared" : "result.title", { name: listed(others) });
  return others.length === 0
    ? t("result.you")
    : t("result.you_shared", { name: listed([t("result.you_name"), ...others]) });
}
