import type de from "@games/bloeder_sack/texts/de.json";
import { gameWords } from "../../i18n/games";
import type { Game } from "../../protocol";
import { settings } from "../../settings.svelte";

export const t = gameWords<(typeof de)["page"]>("bloeder-sack", "page");

/** A card's condition; a long word may be broken where it reads well. */
export function cardName(game: Game, card: string): string {
  const cards = game.texts[settings.language]!.cards as Record<string, string>;
  return (cards[card] ?? card).replace("unterschied", "unter\u00adschied");
}
