/** How a request is answered where the page is an app: from the network, or from what the device keeps. */

export type Way =
  | "page" // the network's, or the page as it was kept: every address shows the same one
  | "file" // kept, for its name changes with its content
  | "words" // the network's, or what it said last
  | "replay" // the same, for a match that was looked at here
  | null; // none of our business

const FILES = /^\/(assets\/|icons\/|favicon\.svg$|app\.webmanifest$)/;
const BROUGHT = /^\/games\/[^/]+\/[0-9a-f]{16}\//; // by a game of another package: its address has its stamp
const WORDS = /^\/api\/games(\/[^/]+\/(texts|rules)\/[a-z]+)?$/;
const REPLAY = /^\/api\/tables\/[^/]+\/matches\/\d+$/;

export function wayOf(method: string, mode: string, path: string): Way {
  if (method !== "GET") return null;
  if (mode === "navigate") return "page";
  if (FILES.test(path)) return "file";
  if (BROUGHT.test(path)) return "file";
  if (WORDS.test(path)) return "words";
  return REPLAY.test(path) ? "replay" : null;
}
