/** How Mäxchen is learned: four pictures, and a first match with fixed dice (guided.json, made by tools/guided.py). */

import { cup, dice, drawing, element } from "./dom.js";

const SHOWN = { roll: "53", claim: "53", doubt: "42", maexchen: "21" };
const FACE =
  'viewBox="-40 -44 80 84"><path d="M-24-38h48l10 72h-68z"/><circle cx="-10" cy="-6" r="5"/><circle cx="10" cy="-6" r="5"/>';

/**
 * @param {import("spieltisch").Kit} kit
 * @returns {import("spieltisch").PluginLesson}
 */
export const lesson = (kit) => ({
  steps: Object.keys(SHOWN),
  names: ["Mia"],
  Picture(target, { name }) {
    const shown = dice(kit, "mx-dice");
    shown.show(SHOWN[/** @type {keyof SHOWN} */ (name)]);
    const said = element("span", "mx-said");
    target.append(element("div", `mx-picture ${name}`, cup(), shown.place, said));
    const update = () => (said.textContent = name === "claim" ? kit.t("says", { value: "61" }) : "");
    update();
    return { update, destroy: shown.destroy };
  },
  Teacher(target, { happy = false }) {
    /** @param {boolean} merry */
    const face = (merry) => drawing("mx-face", `${FACE}<path class="mouth" d="M-12 14q12 ${merry ? 16 : 4} 24 0"/>`);
    const draw = (/** @type {boolean} */ merry) => target.replaceChildren(face(merry));
    draw(happy);
    return { update: ({ happy = false }) => draw(happy) };
  },
  reply: () => "guided.other",
});
