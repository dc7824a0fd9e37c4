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
async function page(request: Request): Promise<Response> {
  const kept = (): Promise<Response | undefined> => caches.match(PAGE, { cacheName: PAGES + VERSION });
  try {
    const fresh = await soon(request);
    return fresh.status < 500 ? fresh : ((await kept()) ?? fresh);
  } catch (error) {
    const found = await kept();
    if (found) return found;
    throw error;
  }
}

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
  try {
    const fresh = await soon(request);
    if (fresh.ok) await cache.put(pathname, fresh.clone());
    if (fresh.ok && name === REPLAYS) for (const old of tooMany(await cache.keys())) await cache.delete(old);
    if (fresh.status < 500) return fresh;
    return (await keptOf(cache, pathname)) ?? fresh;
  } catch (error) {
    const kept = await keptOf(cache, pathname);
    if (kept) return kept;
    throw error;
  }
}

async function keptOf(cache: Cache, path: string): Promise<Response | undefined> {
  const kept = await cache.match(path);
  if (!kept) return undefined;
  const headers = new Headers(kept.headers);
  headers.set(KEPT, "1");
  return new Response(kept.body, { status: kept.status, headers });
}

/** The network's answer, if it begins within a while. */
async function soon(request: Request): Promise<Response> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("too late")), PATIENCE_MS));
  return Promise.race([fetch(request), late]);
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
