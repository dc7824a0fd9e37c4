/** What this person has chosen at a table of Gracias, kept on this device; and whether keys or a finger came last. */

const KEY = "spieltisch.gracias";
const roomy = typeof matchMedia !== "undefined" && matchMedia("(min-width: 1000px)").matches;

function kept(): boolean {
  try {
    const table = (JSON.parse(localStorage.getItem(KEY) ?? "{}") as { table?: unknown }).table;
    return typeof table === "boolean" ? table : roomy;
  } catch {
    return roomy;
  }
}

export const prefs = $state({ table: kept() }); // the colour table is open

export function showTable(table: boolean): void {
  prefs.table = table;
  try {
    localStorage.setItem(KEY, JSON.stringify({ table }));
  } catch {
    // a private window keeps nothing
  }
}

let keyed = false;
if (typeof addEventListener !== "undefined") {
  addEventListener("keydown", () => (keyed = true), true);
  addEventListener("pointerdown", () => (keyed = false), true);
}

/** Who plays by keys is led on: what had the focus is gone, and this comes next. */
export function leadOn(selector: string): void {
  if (!keyed || (document.activeElement !== null && document.activeElement !== document.body)) return;
  document.querySelector<HTMLElement>(selector)?.focus();
}
