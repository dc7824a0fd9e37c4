/** A new version of the page is taken when nothing is under way. */

const LOOK_MS = 2000;
const ASK_MS = 60 * 60 * 1000; // a page that stays open asks whether there is a new one

const holding = new Set<() => boolean>();
let timer: ReturnType<typeof setInterval> | undefined;

/** As long as `busy` says so, the page stays as it is. For an effect: gives back how to let go. */
export function holdPage(busy: () => boolean = () => true): () => void {
  holding.add(busy);
  return () => holding.delete(busy);
}

const ASKING = "dialog[open], input:focus, select:focus, textarea:focus";

export function isFree(root: ParentNode = document): boolean {
  return ![...holding].some((busy) => busy()) && root.querySelector(ASKING) === null;
}

const ownVersion = (): string => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? "";

/** The service worker has told which version it keeps. */
function hear(version: string): void {
  if (version === ownVersion() || timer !== undefined) return;
  timer = setInterval(() => {
    if (!isFree()) return;
    clearInterval(timer);
    location.reload();
  }, LOOK_MS);
}

export function watchUpdates(worker: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  worker.addEventListener("message", ({ data }: MessageEvent<{ version?: string }>) => {
    if (data.version) hear(data.version);
  });
  const ask = (): void => void registration.update().catch(() => {}); // without a line: another time
  setInterval(ask, ASK_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
}
