/** Where we are. Paths as the server serves them; a link is a plain <a href>, `go` is for what follows a deed. */

export type Place =
  | { page: "home" }
  | { page: "table"; table: string; tv: boolean }
  | { page: "rules"; game: string; rule: string }
  | { page: "learn"; game: string }
  | { page: "replay"; table: string | null; number: number }
  | { page: "lost" };

/** `/replay` is a match from a file; `/replay/TABLE/2` the second match of a table. */
export function placeOf(url: URL): Place {
  const [page, first, second, ...more] = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  if (more.length > 0) return { page: "lost" };
  if (page === undefined) return { page: "home" };
  if (page === "t" && first && !second) return { page: "table", table: first, tv: url.searchParams.has("tv") };
  if (page === "rules" && first && !second) return { page: "rules", game: first, rule: url.hash.slice(1) };
  if (page === "learn" && first && !second) return { page: "learn", game: first };
  if (page === "replay" && !first) return { page: "replay", table: null, number: 0 };
  if (page === "replay" && first && /^\d+$/.test(second ?? "")) {
    return { page: "replay", table: first, number: Number(second) };
  }
  return { page: "lost" };
}

let place = $state<Place>(placeOf(new URL(location.href)));

export const here = {
  get place(): Place {
    return place;
  },
};

function look(): void {
  place = placeOf(new URL(location.href));
}

export function go(path: string, instead = false): void {
  if (instead) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  look();
  if (!instead && !location.hash) scrollTo(0, 0);
}

/** Clicks on links of our own stay in the page. */
function stay(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (placeOf(new URL(link.href)).page === "lost") return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

export function startRouter(): () => void {
  addEventListener("popstate", look);
  addEventListener("hashchange", look);
  document.addEventListener("click", stay);
  return () => {
    removeEventListener("popstate", look);
    removeEventListener("hashchange", look);
    document.removeEventListener("click", stay);
  };
}
