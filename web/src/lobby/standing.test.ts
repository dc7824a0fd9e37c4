import { expect, test } from "vitest";
import type { Chair, TableGlance } from "../protocol";
import { settings } from "../settings.svelte";
import { standing } from "./standing";

const chair = (name: string): Chair => ({
  kind: name ? "human" : "empty",
  name,
  colour: 0,
  picture: 0,
  level: null,
  here: true,
  away: false,
  misreckoned: 0,
  handicap: 0,
});
const table = (more: Partial<TableGlance>): TableGlance => ({
  game: "lobo77",
  stage: "playing",
  paused: false,
  chairs: ["Anna", "Emil", "Oma"].map(chair),
  actors: 0b001,
  places: [],
  ...more,
});

test("a table of ours says how it stands, and offers to play on only where there is something to play", () => {
  settings.language = "de";
  expect(standing(table({}), [0])).toEqual({ words: "Du bist dran", button: "Weiterspielen", calls: true });
  expect(standing(table({}), [1])).toEqual({ words: "Anna ist dran", button: "Weiterspielen", calls: false });
  expect(standing(table({ actors: 0b110 }), [0]).words).toBe("Die Partie läuft");
  expect(standing(table({ paused: true }), [0]).words).toBe("Pause");
  expect(standing(table({ stage: "over", places: [2, 1, 1] }), [2])).toEqual({
    words: "Gewonnen: du und Emil",
    button: "Ergebnis",
    calls: false,
  });
  expect(standing(table({ stage: "open", chairs: [chair("Anna"), chair("")] }), [0])).toEqual({
    words: "Noch 1 Platz frei",
    button: "Zum Tisch",
    calls: false,
  });
});
