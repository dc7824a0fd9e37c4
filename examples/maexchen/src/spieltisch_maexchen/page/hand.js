/** What you see under your cup, and what you can do. Every button can be pressed: the server says why not. */

import { dice, element } from "./dom.js";
import { inWords, MAEXCHEN, matchOf, NOTHING, valuesOf } from "./match.js";

/** @typedef {import("spieltisch").HandProps} HandProps */

/**
 * @param {import("spieltisch").Kit} kit
 * @returns {import("spieltisch").Mount<HandProps>}
 */
export const hand = (kit) => (target, props) => {
  let now = props;
  /** @param {string} move @param {string} name */
  const button = (move, name) => {
    const made = element("button", name);
    made.dataset.move = move;
    made.addEventListener("click", () => now.onmove?.(move));
    return made;
  };
  const deeds = ["roll", "doubt", "pay"].map((move) => button(move, "mx-deed"));
  const values = valuesOf(kit);
  const claims = values.map((value) => button(kit.move("claim", { value }), "mx-value"));
  const own = dice(kit, "mx-dice");
  const seen = element("p", "mx-seen", own.place, element("span", ""));
  const words = /** @type {HTMLElement} */ (seen.lastChild);
  const choice = element("div", "mx-choice", ...claims);
  choice.role = "group";
  const row = element("div", "mx-deeds", ...deeds);
  const place = element("div", "mx-hand", seen, row, choice);
  target.append(place);

  /** @param {HandProps} props */
  function update(props) {
    now = props;
    const { view, seat, small = false } = props;
    const match = matchOf(kit, view);
    const value = match.cup[seat] ?? NOTHING;
    const yours = seat === view.you && !!props.onmove && !small;
    if (seat === view.you) place.dataset.anchor = "hand";
    seen.hidden = value === NOTHING;
    if (value !== NOTHING) {
      own.show(value);
      words.textContent = kit.t("yours", { value: inWords(kit, view, value) });
    }
    const claiming = yours && match.stage === "claiming" && match.turn === seat;
    row.hidden = !yours || claiming || !(match.stage === "turn" && match.turn === seat);
    choice.hidden = !claiming;
    choice.ariaLabel = kit.t("say");
    const wanted = match.claim === NOTHING ? ["roll"] : match.claim === MAEXCHEN ? ["doubt", "pay"] : ["roll", "doubt"];
    for (const deed of deeds) {
      const move = String(deed.dataset.move);
      deed.hidden = !wanted.includes(move);
      deed.textContent = kit.t(move === "roll" && match.claim !== NOTHING ? "believe" : move);
      deed.classList.toggle("lit", view.moves.includes(move));
    }
    claims.forEach((claim, i) => {
      const said = String(values[i]);
      claim.textContent = said === MAEXCHEN ? inWords(kit, view, said) : said;
      const name = said === inWords(kit, view, said) ? said : `${claim.textContent}, ${inWords(kit, view, said)}`;
      claim.ariaLabel = said === value ? kit.t("true", { value: name }) : name;
      claim.classList.toggle("lit", view.moves.includes(String(claim.dataset.move)));
      claim.classList.toggle("true", said === value);
    });
  }
  update(props);
  return { update, destroy: own.destroy };
};
