/** What is seen of a message: the cup goes on with a claim; when it is lifted, all wait a moment. */

import { inWords, matchOf } from "./match.js";

const LOOK_MS = 1200;

/** @typedef {import("spieltisch").View} View */
/** @typedef {import("spieltisch").Row} Row */
/** @typedef {import("spieltisch").Scene} Scene */

/**
 * @param {import("spieltisch").Kit} kit
 * @returns {(rows: readonly Row[], view: View) => Scene[]}
 */
export const scenes = (kit) => (rows, view) => rows.map((row) => sceneOf(kit, row, view));

/** @param {import("spieltisch").Kit} kit @param {Row} row @param {View} view @returns {Scene} */
function sceneOf(kit, row, view) {
  const cells = row.after;
  const match = matchOf(kit, { cells });
  const event = row.events.find(({ kind }) => ["rolls", "claims", "lifts"].includes(kind));
  if (event?.kind === "rolls") return { travels: [], cells, sound: "die" };
  if (event?.kind === "claims") {
    const [from, to] = [match.claimer, match.turn].map((seat) => (seat === view.you ? "hand" : `seat-${seat}`));
    const says = { seat: match.claimer, text: kit.t("says", { value: inWords(kit, view, String(event.value)) }) };
    return { travels: [{ from: String(from), to: String(to), piece: "cup" }], cells, says, sound: "tap" };
  }
  if (event?.kind !== "lifts") return { travels: [], cells };
  const lied = row.events.some(({ kind, seat }) => kind === "loses" && seat === event.seat);
  const over = match.stage === "over";
  return {
    travels: [],
    cells,
    shout: kit.t(lied ? "shout" : "shout_true"),
    seat: Number(event.seat),
    sound: over ? "win" : "bell",
    hold: LOOK_MS,
  };
}
