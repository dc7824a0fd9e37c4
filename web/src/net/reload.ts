/** A page that is older than its server fetches itself anew. */

import { PROTOCOL } from "../protocol";

const KEY = "spieltisch.reloaded";

/** Once for each version: whatever keeps an old page alive would otherwise make it spin. False: it was done before. */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(KEY) === String(PROTOCOL)) return false;
    sessionStorage.setItem(KEY, String(PROTOCOL));
  } catch {
    return false; // nothing is kept here, so nobody would know
  }
  location.reload();
  return true;
}
