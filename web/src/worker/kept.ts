/** What an app keeps on its device, by name. The page and its service worker share it. */

export const PAGES = "page-"; // and the version: the files of one build
export const WORDS = "words"; // of games: the list, texts, rulebooks
export const REPLAYS = "replays"; // matches that were looked at
export const MOST_REPLAYS = 20; // the oldest goes
export const KEPT = "X-Kept"; // a header: this answer is not the server's own, but what it said last

/** Of all caches: pages of before this one and its predecessor. (A tab that is open may still need a file of that one.) */
export const outdated = (names: readonly string[]): string[] =>
  names.filter((name) => name.startsWith(PAGES)).slice(0, -2);

/** In the order in which they came: those that have no room. */
export const tooMany = <T>(replays: readonly T[]): readonly T[] =>
  replays.slice(0, Math.max(0, replays.length - MOST_REPLAYS));
