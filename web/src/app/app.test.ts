// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Game } from "../protocol";
import { placeIn, wordsToKeep } from "./kept";
import { carrierOf, isApple, sameKey, whyNot, type Surroundings } from "./notices";
import { holdPage, isFree } from "./updates";

const HERE: Surroundings = { secure: true, push: true, apple: false, permission: "default" };

test.each([
  [{}, null],
  [{ permission: "granted" }, null],
  [{ permission: "denied" }, "refused"],
  [{ secure: false, push: false }, "insecure"],
  [{ push: false }, "unsupported"],
  [{ push: false, apple: true }, "install"],
] as const)("notices where %o: %s", (more, why) => expect(whyNot({ ...HERE, ...more })).toBe(why));

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.0 Safari/605";

test("who carries a notice, and where only apps get it", () => {
  expect(carrierOf("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/140.0 Mobile Safari/537")).toBe("google");
  expect(carrierOf("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140.0 Safari/537 Edg/140.0")).toBe(
    "microsoft",
  );
  expect(carrierOf("Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/143.0")).toBe("mozilla");
  expect(carrierOf(IPHONE)).toBe("apple");
  expect(carrierOf("curl")).toBe("other");
  expect(isApple({ userAgent: IPHONE, maxTouchPoints: 5 })).toBe(true);
  expect(isApple({ userAgent: MAC, maxTouchPoints: 5 })).toBe(true); // an iPad
  expect(isApple({ userAgent: MAC, maxTouchPoints: 0 })).toBe(false);
  expect(sameKey(new Uint8Array([251, 255, 0]).buffer, "-_8A")).toBe(true);
  expect(sameKey(null, "-_8A")).toBe(false);
});

test("a new version waits for a move under way, a dialog and whoever types", () => {
  expect(isFree()).toBe(true);
  let busy = true;
  const letGo = holdPage(() => busy);
  expect(isFree()).toBe(false);
  busy = false;
  expect(isFree()).toBe(true);
  busy = true;
  letGo();
  expect(isFree()).toBe(true);
  document.body.innerHTML = "<dialog open></dialog>";
  expect(isFree()).toBe(false);
  document.body.innerHTML = "";
});

test("what is kept for a time without a line: words and rules of every game, and what other packages bring", () => {
  const page = { module: "/games/m/0/page.js", style: null, guided: "/games/m/0/guided.json", emblem: null };
  const games = [{ name: "lobo77" }, { name: "m", page }] as unknown as Game[];
  expect(wordsToKeep(games, "fr")).toEqual([
    "/api/games/lobo77/texts/fr",
    "/api/games/lobo77/rules/fr",
    "/api/games/m/texts/fr",
    "/api/games/m/rules/fr",
    "/games/m/0/page.js",
    "/games/m/0/guided.json",
  ]);
  expect(placeIn("/api/tables/a-b/matches/12")).toBe("a-b 12");
  expect(placeIn("/api/tables/a-b")).toBeNull();
});
