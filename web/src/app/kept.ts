/** What this device keeps for a time without a line: every game's words and rules, and matches that were looked at. */

import type { Game } from "../protocol";
import { REPLAYS, WORDS } from "../worker/kept";

const LIST = "/api/games";

/** Of the games, in the language that is read here. */
export function wordsToKeep(games: readonly Game[], language: string): string[] {
  return games.flatMap(({ name, page }) => [
    `${LIST}/${encodeURIComponent(name)}/texts/${language}`,
    `${LIST}/${encodeURIComponent(name)}/rules/${language}`,
    ...(page ? [page.module, page.style, page.guided, page.emblem].filter((file) => file !== null) : []),
  ]);
}

/** One after the other, and only what is not there: what is used is renewed whenever the server answers. */
export async function keepWords(games: readonly Game[], language: string): Promise<void> {
  const cache = await caches.open(WORDS);
  for (const address of [LIST, ...wordsToKeep(games, language)])
    if (!(await cache.match(address))) await cache.add(address);
}

/** Matches that can be looked at without a line: "TABLE NUMBER". */
export async function keptReplays(): Promise<Set<string>> {
  if (!("caches" in globalThis)) return new Set();
  const kept = await (await caches.open(REPLAYS)).keys();
  return new Set(kept.flatMap(({ url }) => placeIn(new URL(url).pathname) ?? []));
}

export function placeIn(path: string): string | null {
  const [, table, number] = /^\/api\/tables\/([^/]+)\/matches\/(\d+)$/.exec(path) ?? [];
  return table && number ? `${decodeURIComponent(table)} ${number}` : null;
}

/** The table is gone for good, and so are its matches. */
export async function forgetReplays(table: string): Promise<void> {
  if (!("caches" in globalThis)) return;
  const cache = await caches.open(REPLAYS);
  for (const request of await cache.keys())
    if (placeIn(new URL(request.url).pathname)?.startsWith(`${table} `)) await cache.delete(request);
}
