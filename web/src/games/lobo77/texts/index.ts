import { words } from "../../../i18n/words";
import type { Game } from "../../../protocol";
import { likes } from "../../../settings.svelte";
import de from "./de.json";
import en from "./en.json";

export const w = words(de, en);

interface OwnTexts {
  cards: Record<string, string>;
  log: Record<string, string>;
  log_you: Record<string, string>;
}

/** The game's own texts, from the server. */
export function own(game: Game): OwnTexts {
  return game.texts[likes.language] as unknown as OwnTexts;
}

export function cardName(game: Game, card: string): string {
  return own(game).cards[card] ?? card;
}
