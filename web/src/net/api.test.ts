import { expect, test, vi } from "vitest";

test("the games are asked for until all are ready, and then no more", async () => {
  vi.resetModules(); // nobody has asked yet
  const { games } = await import("./api");
  const answers = [false, false, true, true].map(
    (ready) => new Response(JSON.stringify({ games: [{ name: "lobo77", ready }] })),
  );
  const fetched = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(() => Promise.resolve(answers[fetched.mock.calls.length - 1]!));
  const seen = [];
  for (let times = 0; times < 4; times++) seen.push((await games()).games[0]!.ready);
  expect(seen).toEqual([false, false, true, true]);
  expect(fetched).toHaveBeenCalledTimes(3);
});
