import { expect, test } from "vitest";
import type { MatchDocument } from "../protocol";
import { documentIn, fileNameOf } from "./document";
import fixture from "./fixture.json";

const MATCH = fixture.finished.match as MatchDocument;

test("a saved match, alone or as the server wraps it", () => {
  expect(documentIn(JSON.stringify(MATCH))).toEqual(MATCH);
  expect(documentIn(JSON.stringify(fixture.finished))).toEqual(MATCH);
});

test("anything else is none", () => {
  for (const text of ["", "null", "7", "[]", "{}", '{"match": null}', '{"match": 3}', '{"kind": "shopping list"}']) {
    expect(documentIn(text)).toBeNull();
  }
});

test("the file's name says which match it is", () => {
  expect(fileNameOf(MATCH)).toBe("lobo77-kitchen--1.json");
});
