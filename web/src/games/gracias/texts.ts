import type de from "@games/gracias/texts/de.json";
import { gameWords } from "../../i18n/games";
import type { Game } from "../../protocol";
import { settings } from "../../settings.svelte";

export const t = gameWords<(typeof de)["page"]>("gracias", "page");
type Present = keyof (typeof de)["page"]["presents"];

/** The colour and what is on it: "Rot (Chilis)". */
export function cardName(game: Game, colour: string): string {
  return `${colourName(game, colour)} (${presentName(colour)})`;
}

export function colourName(game: Game, colour: string): string {
  const cards = game.texts[settings.language]!.cards as Record<string, string>;
  return cards[colour] ?? colour;
}

export function presentName(colour: string): string {
  return t(`presents.${colour as Present}`);
}
