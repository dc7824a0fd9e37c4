/** Being told of one's turn: what this device can, what it wants, and its address with the push service. */

import { noNotices, pushKey, wantNotices } from "../net/api";
import { keepNotices, noticesOf, recentTables, seatKeys } from "../net/storage";
import type { WantNotices } from "../protocol";
import { settings } from "../settings.svelte";

/** Why there are none to be had here: a key of texts `table.notices.why`. */
export type Why = "insecure" | "install" | "refused" | "unsupported" | "unreachable";

/** What of a browser decides it. */
export interface Surroundings {
  secure: boolean; // https, or this very machine
  push: boolean; // there is a push service
  apple: boolean; // iPhone or iPad, where only apps get it
  permission: NotificationPermission;
}

export function surroundings(): Surroundings {
  return {
    secure: isSecureContext,
    push: "PushManager" in globalThis && "Notification" in globalThis && "serviceWorker" in navigator,
    apple: isApple(navigator),
    permission: "Notification" in globalThis ? Notification.permission : "default",
  };
}

/** An iPad says that it is a Mac, but no Mac has a touch screen. */
export const isApple = ({ userAgent, maxTouchPoints }: Pick<Navigator, "userAgent" | "maxTouchPoints">): boolean =>
  /iPhone|iPad/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);

/** Null: nothing is in the way. */
export function whyNot({ secure, push, apple, permission }: Surroundings): Why | null {
  if (!secure) return "insecure";
  if (!push) return apple ? "install" : "unsupported";
  return permission === "denied" ? "refused" : null;
}

export type Carrier = "google" | "mozilla" | "apple" | "microsoft" | "other";

/** Whose push service a browser uses. */
export function carrierOf(userAgent: string): Carrier {
  if (userAgent.includes("Edg/")) return "microsoft";
  if (userAgent.includes("Firefox/")) return "mozilla";
  if (/Chrome\/|CriOS\//.test(userAgent)) return /iPhone|iPad/.test(userAgent) ? "apple" : "google";
  return userAgent.includes("Safari/") ? "apple" : "other";
}

export type Quiet = [number, number] | null; // minutes of the day

const QUIET = "spieltisch.quiet";
const NIGHT: Quiet = [22 * 60, 7 * 60];

/** One for the whole device: it lies on one night table. */
export function quietHere(): Quiet {
  try {
    const kept = localStorage.getItem(QUIET);
    return kept === null ? NIGHT : (JSON.parse(kept) as Quiet);
  } catch {
    return NIGHT;
  }
}

export function keepQuiet(quiet: Quiet): void {
  try {
    localStorage.setItem(QUIET, JSON.stringify(quiet));
  } catch {
    // a private window keeps nothing
  }
}

/** To be called by a tap: the browser asks for leave. Null: done. Throws what the server says. */
export async function tellMe(table: string): Promise<Why | null> {
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  const key = await pushKey();
  let subscription: PushSubscription;
  try {
    subscription = await subscribed(key);
  } catch {
    return "unreachable";
  }
  await register(table, subscription);
  return null;
}

export async function tellMeNoMore(table: string): Promise<void> {
  const endpoint = noticesOf(table);
  if (endpoint === null) return;
  for (const { token } of seatKeys(table)) await noNotices(table, { token, endpoint }).catch(() => {}); // gone is gone
  keepNotices(table, undefined);
}

/** At the app's start: a browser may have changed its address, and we our language or time zone. */
export async function renewNotices(): Promise<void> {
  const tables = recentTables().filter(({ table }) => noticesOf(table) !== null);
  if (tables.length === 0 || whyNot(surroundings()) !== null) return;
  const subscription = await subscribed(await pushKey());
  const mark = [subscription.endpoint, settings.language, zone()].join(" ");
  if (localStorage.getItem(RENEWED) === mark) return;
  for (const { table } of tables) await register(table, subscription).catch(() => {});
  localStorage.setItem(RENEWED, mark);
}
const RENEWED = "spieltisch.renewed";

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

async function subscribed(applicationServerKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && sameKey(known.options.applicationServerKey, applicationServerKey)) return known;
  await known?.unsubscribe(); // it was for another server at this address
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** Of the bytes a browser has, and the letters a server sends. */
export function sameKey(bytes: ArrayBuffer | null, key: string): boolean {
  const letters = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

/** For every seat of this device: on a sofa one device tells them all. */
async function register(table: string, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } };
  const { p256dh, auth } = keys;
  const device: Omit<WantNotices, "token"> = {
    endpoint,
    p256dh,
    auth,
    language: settings.language,
    zone: zone(),
    quiet: quietHere(),
  };
  for (const { token } of seatKeys(table)) await wantNotices(table, { token, ...device });
  keepNotices(table, endpoint);
}
