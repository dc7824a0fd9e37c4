/** What lies before a seat: its lives. */

import { element } from "./dom.js";
import { matchOf } from "./match.js";

/**
 * @param {import("spieltisch").Kit} kit
 * @returns {import("spieltisch").Mount<import("spieltisch").SeatMarksProps>}
 */
export const marks = (kit) => (target, props) => {
  const hearts = element("span", "mx-hearts");
  hearts.ariaHidden = "true";
  const words = element("span", "visually-hidden");
  target.append(element("span", "mx-marks", hearts, words));

  /** @param {import("spieltisch").SeatMarksProps} props */
  function update({ view, seat }) {
    const lives = matchOf(kit, view).lives[seat] ?? 0;
    hearts.textContent = lives > 0 ? "♥".repeat(lives) : kit.t("out");
    words.textContent = lives > 0 ? kit.t("lives", { n: lives }) : "";
    hearts.classList.toggle("out", lives === 0);
  }
  update(props);
  return { update };
};
