/** Mäxchen's cells by name, and values in words. */

/** @typedef {import("spieltisch").Kit} Kit */
/** @typedef {import("spieltisch").View} View */

export const NOTHING = "none";
export const MAEXCHEN = "21";
export const VALUES = [
  ...["31", "32", "41", "42", "43", "51", "52", "53", "54", "61", "62", "63", "64", "65"],
  ...["11", "22", "33", "44", "55", "66", MAEXCHEN],
];

/** @param {Kit} kit @param {Pick<View, "cells">} view */
export function matchOf(kit, view) {
  const cells = kit.cells(view);
  return {
    stage: cells.choice("stage"),
    turn: cells.one("turn"),
    claimer: cells.one("claimer"),
    claim: cells.choice("claim") ?? NOTHING,
    lifted: cells.choice("lifted") ?? NOTHING,
    cup: cells.choices("cup").map((value) => value ?? NOTHING),
    lives: cells.row("lives"),
  };
}

/** @param {Kit} kit @param {View} view @param {string} value */
export const inWords = (kit, view, value) => kit.word("value", value, view);
