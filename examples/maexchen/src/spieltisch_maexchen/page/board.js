/** The middle of the table: what is claimed, whose cup it is, and the dice, once it was lifted. */

import { cup, dice, element } from "./dom.js";
import { inWords, matchOf, NOTHING } from "./match.js";

/**
 * @param {import("spieltisch").Kit} kit
 * @returns {import("spieltisch").Mount<import("spieltisch").BoardProps>}
 */
export const board = (kit) => (target, props) => {
  const label = element("span", "mx-label");
  const claim = element("output", "mx-claim");
  claim.dataset.testid = "claim";
  const owner = element("span", "mx-label");
  const found = dice(kit, "mx-dice");
  const place = element("span", "mx-place", cup(), found.place);
  place.dataset.anchor = "cup";
  target.append(element("div", "mx-board", label, claim, place, owner));

  /** @param {import("spieltisch").BoardProps} props */
  function update({ view }) {
    const match = matchOf(kit, view);
    const lifted = match.lifted !== NOTHING;
    label.textContent = kit.t(match.claim === NOTHING ? "no_claim" : "claim");
    claim.textContent = match.claim === NOTHING ? "" : inWords(kit, view, match.claim);
    place.classList.toggle("lifted", lifted);
    if (lifted) found.show(match.lifted);
    const holder = match.stage === "claiming" ? match.turn : match.claimer;
    const held = match.stage === "claiming" || match.claim !== NOTHING || lifted;
    owner.textContent = held ? kit.t("cup", { name: kit.nameOf(view, holder) }) : kit.t("cup_empty");
  }
  update(props);
  return { update, destroy: found.destroy };
};
