/** How many tables wait for this device: on the app's icon. (The page's title says it, too.) */

export function showBadge(n: number): void {
  if (!("setAppBadge" in navigator)) return;
  (n > 0 ? navigator.setAppBadge(n) : navigator.clearAppBadge()).catch(() => {}); // not installed here
}
