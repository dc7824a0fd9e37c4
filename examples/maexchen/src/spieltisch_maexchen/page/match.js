/** Mäxchen's cells by name, and values in words. */

/** @typedef {import("spieltisch").Kit} Kit */
/** @typedef {import("spieltisch").View} View */

export const NOTHING = "none";
export const MAEXCHEN = "21";

/** From the lowest to Mäxchen, as the rules declare what can be claimed. @param {Kit} kit */
export const valuesOf = (kit) => kit.game.kinds.claim?.arguments.value ?? [];

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
