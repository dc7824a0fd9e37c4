/// <reference lib="webworker" />
/** The service worker: the page starts without a line, and what was kept is shown. Built as one file, /sw.js. */

import { KEPT, outdated, PAGES, REPLAYS, tooMany, WORDS } from "./kept";
import { shownAs, type Notice } from "./notice";
import { wayOf } from "./routes";

declare const self: ServiceWorkerGlobalScope;
declare const VERSION: string; // of the page, by the build
declare const FILES: readonly string[]; // all that belongs to it

const PAGE = "/";
const PATIENCE_MS = 4000; // with a line that only seems to be there

self.addEventListener("install", (event) => event.waitUntil(keepPage()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const way = origin === self.location.origin ? wayOf(event.request.method, event.request.mode, pathname) : null;
  if (way === "page") event.respondWith(page(event.request));
  else if (way === "file") event.respondWith(file(event.request));
  else if (way === "words") event.respondWith(freshOrKept(event.request, WORDS));
  else if (way === "replay") event.respondWith(freshOrKept(event.request, REPLAYS));
});

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as Notice));
});
self.onnotificationclick = (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { path: string }).path));
};

async function keepPage(): Promise<void> {
  const cache = await caches.open(PAGES + VERSION);
  await cache.addAll([PAGE, ...FILES]);
  await self.skipWaiting(); // pages that are open stay as they are: they are told, and choose their moment
}

async function takeOver(): Promise<void> {
  for (const name of outdated(await caches.keys())) await caches.delete(name);
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage({ version: VERSION });
}

/** Never an old page where there is a line. */
const page = (request: Request): Promise<Response> =>
  orKept(fetch(request), () => caches.match(PAGE, { cacheName: PAGES + VERSION }));

async function file(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const found = await caches.match(pathname);
  if (found) return found;
  const fresh = await fetch(request);
  if (fresh.ok && pathname.startsWith("/games/")) await (await caches.open(WORDS)).put(pathname, fresh.clone());
  return fresh;
}

async function freshOrKept(request: Request, name: string): Promise<Response> {
  const { pathname } = new URL(request.url);
  const cache = await caches.open(name);
  const answer = await orKept(fetch(request), () => keptOf(cache, pathname));
  if (answer.ok && !answer.headers.has(KEPT)) await cache.put(pathname, answer.clone());
  if (name === REPLAYS) for (const old of tooMany(await cache.keys())) await cache.delete(old);
  return answer;
}

async function keptOf(cache: Cache, path: string): Promise<Response | undefined> {
  const kept = await cache.match(path);
  if (!kept) return undefined;
  const headers = new Headers(kept.headers);
  headers.set(KEPT, "1");
  return new Response(kept.body, { status: kept.status, headers });
}

/** The network's answer, if it is a good one and comes in time; else what is kept; else the network's, however late. */
async function orKept(fresh: Promise<Response>, kept: () => Promise<Response | undefined>): Promise<Response> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  const inTime = await Promise.race([fresh.catch(() => null), late]);
  return inTime && inTime.status < 500 ? inTime : ((await kept()) ?? fresh);
}

/** One for each turn: what comes twice takes the place of the first. The icon counts what waits. */
async function show(notice: Notice): Promise<void> {
  const { title, body, tag, again, path } = shownAs(notice);
  const pictures = { icon: "/icons/192.png", badge: "/icons/badge.png" };
  const wanted = { body, tag, data: { path }, renotify: again, ...pictures };
  await self.registration.showNotification(title, wanted);
  const shown = await self.registration.getNotifications();
  if ("setAppBadge" in navigator) await navigator.setAppBadge(shown.length).catch(() => {});
}

/** The table where it is open already, or else a window of its own: nobody is torn away from another table. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}
