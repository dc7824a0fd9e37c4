import { words } from "../../../i18n/words";
import type { Game } from "../../../protocol";
import { settings } from "../../../settings.svelte";
import de from "./de.json";
import en from "./en.json";

export const t = words(de, en);

/** A card's condition; a long word may be broken where it reads well. */
export function cardName(game: Game, card: string): string {
  const cards = game.texts[settings.language]!.cards as Record<string, string>;
  return (cards[card] ?? card).replace("unterschied", "unter\u00adschied");
}
