/** Every test reads every language, without a server. All share one page's modules, so each leaves the clock as it was. */

import { afterAll, vi } from "vitest";
import { keepBook } from "./games";
import { LANGUAGES } from "./languages";
import { loadPage, type Book } from "./words";

export const GAME_BOOKS = import.meta.glob<Book>("../../../src/spieltisch/games/*/texts/*.json", {
  eager: true,
  import: "default",
});

for (const [path, book] of Object.entries(GAME_BOOKS)) {
  const [folder, , file] = path.split("/").slice(-3) as [string, string, string];
  keepBook(folder.replace("_", "-"), file.replace(".json", ""), book);
}
await Promise.all(LANGUAGES.map(loadPage));

afterAll(() => {
  vi.useRealTimers();
});
