/** The page as an app: its service worker, what is kept on the device, new versions. */

import { games } from "../net/api";
import { settings } from "../settings.svelte";
import { keepWords } from "./kept";
import { renewNotices } from "./notices";
import { watchUpdates } from "./updates";

/** In a home network without https there is none: the page is a page, as ever. */
export async function startApp(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register("/sw.js");
    watchUpdates(navigator.serviceWorker, registration);
    await navigator.serviceWorker.ready;
    await renewNotices();
    await keepWords((await games()).games, settings.language);
  } catch {
    // forbidden here, or no line: another time
  }
}
