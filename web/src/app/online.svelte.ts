/** Is the server there? Known from what is asked anyway; while it is not, we ask now and then. */

import { KEPT } from "../worker/kept";

const AGAIN_MS = 4000;

let up = $state(typeof navigator === "undefined" || navigator.onLine);
let timer: ReturnType<typeof setTimeout> | undefined;

export const line = {
  get up(): boolean {
    return up;
  },
};

/** Of an answer: the server's own, or what the device has kept of it. Null: there was none. */
export function heardFrom(response: Response | null): void {
  up = response !== null && !response.headers.has(KEPT);
  clearTimeout(timer);
  if (!up) timer = setTimeout(() => void look(), AGAIN_MS);
}

async function look(): Promise<void> {
  if (document.hidden) timer = setTimeout(() => void look(), AGAIN_MS);
  else heardFrom(await fetch("/health", { cache: "no-store" }).catch(() => null));
}

export function watchLine(): () => void {
  const back = (): void => void look();
  const lost = (): void => heardFrom(null);
  addEventListener("online", back);
  addEventListener("offline", lost);
  if (!up) lost();
  return () => {
    removeEventListener("online", back);
    removeEventListener("offline", lost);
    clearTimeout(timer);
  };
}
