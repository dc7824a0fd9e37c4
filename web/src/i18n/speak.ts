import { loadWords } from "../net/api";
import { settings } from "../settings.svelte";
import { gamesInUse } from "./games";
import type { Language } from "./languages";
import { loadPage } from "./words";

/** Changes the language when all its words are here. */
export async function speak(language: Language): Promise<void> {
  await Promise.all([loadPage(language), ...gamesInUse().map((game) => loadWords(game, language))]);
  settings.language = language;
}
