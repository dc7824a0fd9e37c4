/** Elements without a framework. */

/**
 * @param {string} tag
 * @param {string} name its class
 * @param {(Node | string)[]} inside
 * @returns {HTMLElement}
 */
export function element(tag, name, ...inside) {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...inside);
  return made;
}

/**
 * A drawing from its SVG source; it says nothing to a screen reader.
 * @param {string} name its class
 * @param {string} source
 * @returns {Node}
 */
export function drawing(name, source) {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="${name}" aria-hidden="true" ${source}</svg>`;
  return template.content;
}

/** The cup, seen from the side. */
export const cup = () =>
  drawing("mx-cup", 'viewBox="0 0 60 64"><path d="M11 4h38l8 54H3z"/><path class="rim" d="M11 4h38l1.200 8H9.800z"/>');

/**
 * Two dice that show a value.
 * @param {import("spieltisch").Kit} kit
 * @param {string} name
 */
export function dice(kit, name) {
  const place = element("span", name);
  const both = [0, 1].map(() => kit.Die(place, { value: 1 }));
  /** @param {string} value */
  const show = (value) => both.forEach((die, i) => die.update({ value: Number(value[i]) }));
  return { place, show, destroy: () => both.forEach((die) => die.destroy?.()) };
}
