import type de from "@games/lobo77/texts/de.json";
import { gameWords } from "../../i18n/games";
import type { Game } from "../../protocol";
import { settings } from "../../settings.svelte";

export const t = gameWords<(typeof de)["page"]>("lobo77", "page");

export function cardName(game: Game, card: string): string {
  const cards = game.texts[settings.language]!.cards as Record<string, string>;
  return cards[card] ?? card;
}
