/** The words of games. The catalogue tells what a list of games says of each, in every language; the rest comes from the
 *  server too, by game and language, when somebody plays, watches or learns it. */

import { settings } from "../settings.svelte";
import type { Language } from "./languages";
import { words, type Book, type Words } from "./words";

type Books = Record<Language, Book>;

const books: Record<string, Books> = {}; // by game: one object for each, which every Game holds
const whole = new Set<string>(); // "game language" of those that have come

/** What a Game's `texts` are: those told, or all that have come. */
export function textsOf(game: string, told: Books): Books {
  return Object.assign((books[game] ??= {}), { ...told, ...books[game] });
}

export function keepBook(game: string, language: Language, book: Book): void {
  (books[game] ??= {})[language] = book;
  whole.add(`${game} ${language}`);
}

export const hasBook = (game: string, language: Language): boolean => whole.has(`${game} ${language}`);

/** Games whose words are in use here. */
export const gamesInUse = (): string[] => [...new Set([...whole].map((key) => key.split(" ")[0]!))];

/** Words of a game for its page, or for its lesson. */
export function gameWords<T>(game: string, part: "page" | "lesson"): Words<T> {
  return words(() => books[game]?.[settings.language]?.[part]);
}
