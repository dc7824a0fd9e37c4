import { expect, test } from "vitest";

const folders = Object.keys(import.meta.glob("./*/entry.ts")).map((path) => path.split("/")[1]!);
const sources = import.meta.glob<string>("../**/*.{ts,svelte,css}", { query: "?raw", import: "default", eager: true });
const GENERATED = ["./choices.ts", "./event-types.ts"]; // from what the games declare

test("only a game's own folder names it", () => {
  expect(folders.length).toBeGreaterThan(3);
  const shared = Object.entries(sources).filter(
    ([path]) =>
      !path.includes(".test.") && !GENERATED.includes(path) && !folders.some((name) => path.startsWith(`./${name}/`)),
  );
  expect(shared.length).toBeGreaterThan(100);
  const named = shared.flatMap(([path, source]) =>
    folders.filter((name) => new RegExp(`["'/]${name}["'/]`).test(source)).map((name) => `${path} names ${name}`),
  );
  expect(named).toEqual([]);
});
