import { expect, test } from "vitest";
import { outdated, tooMany } from "./kept";
import { shownAs, type Notice } from "./notice";
import { wayOf } from "./routes";

test.each([
  ["GET", "navigate", "/t/abc", "page"],
  ["GET", "cors", "/assets/index-1.js", "file"],
  ["GET", "no-cors", "/icons/192.png", "file"],
  ["GET", "cors", "/games/maexchen/0123456789abcdef/page.js", "file"],
  ["GET", "cors", "/api/games", "words"],
  ["GET", "cors", "/api/games/lobo77/rules/de", "words"],
  ["GET", "cors", "/api/tables/abc/matches/2", "replay"],
  ["GET", "cors", "/api/tables/abc", null],
  ["GET", "cors", "/api/tables", null],
  ["GET", "cors", "/health", null],
  ["GET", "cors", "/sw.js", null],
  ["POST", "cors", "/api/matches", null],
  ["POST", "cors", "/api/mine", null],
])("%s %s %s is answered as: %s", (method, mode, path, way) => expect(wayOf(method, mode, path)).toBe(way));

test("of old pages the last one stays, for those that are still open; of replays the latest", () => {
  expect(outdated(["page-1", "words", "page-2", "replays", "page-3"])).toEqual(["page-1"]);
  expect(outdated(["page-1", "words"])).toEqual([]);
  expect(tooMany(Array.from({ length: 22 }, (_, n) => n))).toEqual([0, 1]);
  expect(tooMany([1])).toEqual([]);
});

const notice = (more: Partial<Notice>): Notice => ({
  table: "abc",
  kind: "turn",
  game: "bloeder-sack",
  tag: "t1",
  name: "Blöder Sack",
  language: "de",
  ...more,
});

test("a notice is told in the device's language, and opens its table", () => {
  expect(shownAs(notice({ who: "Emil" }))).toEqual({
    title: "Emil hat gespielt. Du bist dran: Blöder Sack",
    body: "Tippe hier, um den Tisch zu öffnen.",
    tag: "t1",
    again: false,
    path: "/t/abc",
  });
  expect(shownAs(notice({ language: "fr" })).title).toBe("À toi de jouer : Blöder Sack");
  expect(shownAs(notice({ language: "it", name: undefined })).title).toBe("Your turn: bloeder-sack");
  expect(shownAs(notice({ kind: "reminder" }))).toMatchObject({ again: true, tag: "t1" });
  expect(shownAs(notice({ kind: "of a later version" })).title).toBe("Du bist dran: Blöder Sack");
  expect(shownAs(notice({ table: "../x?y" })).path).toBe("/t/..%2Fx%3Fy");
  expect(shownAs(notice({ who: "$& {game}" })).title).toContain("$& {game} hat gespielt.");
});
