/** Pieces that can be dragged, by finger or mouse. Tapping and keys work as ever: a drag begins only after some way.
 *
 *      <button use:draggable={{ piece, onpick, accepts, ondrop }}>       a piece
 *      <div data-drop="tray-3" class:lit={picked && …}>                  a place
 *
 *  While a piece is held, `onpick(piece)` has been called, so the board lights what is legal for it as it does for one
 *  that was tapped. The place under the finger has `data-over` if it `accepts` the piece. */

export interface Dragging {
  piece: string;
  onpick: (piece: string | null) => void;
  accepts: (place: string) => boolean;
  ondrop: (place: string) => void; // only for a place that accepts it
  off?: boolean;
  pan?: "none" | "pan-x" | "pan-y"; // how a finger on the piece may still scroll the page
}

const FAR = 8; // px: less is a tap
const SIZES = ["--card-width", "--die-size", "--piece-size"]; // what the ghost must know, away from its home

export function draggable(node: HTMLElement, dragging: Dragging): { update(next: Dragging): void; destroy(): void } {
  let now = dragging;
  let held: { pointer: number; x: number; y: number } | null = null;
  let ghost: HTMLElement | null = null;
  let over: HTMLElement | null = null;

  const place = (event: PointerEvent): HTMLElement | null => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-drop]") ?? null;
    return found && now.accepts(found.dataset.drop!) ? found : null;
  };
  const hover = (next: HTMLElement | null): void => {
    if (over === next) return;
    over?.removeAttribute("data-over");
    next?.setAttribute("data-over", "");
    over = next;
  };

  function down(event: PointerEvent): void {
    if (now.off || held || !event.isPrimary || event.button !== 0) return;
    held = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    addEventListener("blur", cancel);
    document.documentElement.addEventListener("pointerleave", cancel); // a mouse that leaves the window
    addEventListener("keydown", key, true);
  }

  function move(event: PointerEvent): void {
    if (!held || event.pointerId !== held.pointer) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      lift();
    }
    event.preventDefault();
    ghost!.style.translate = `${event.clientX - held.x}px ${event.clientY - held.y}px`;
    hover(place(event));
  }

  function lift(): void {
    ghost = ghostOf(node);
    document.body.append(ghost);
    node.dataset.dragged = "";
    now.onpick(now.piece);
  }

  function up(event: PointerEvent): void {
    if (!held || event.pointerId !== held.pointer) return;
    if (!ghost) {
      letGo();
      return;
    }
    swallowClick(node);
    const target = place(event)?.dataset.drop;
    letGo();
    if (target === undefined) now.onpick(null);
    else now.ondrop(target);
  }

  function cancel(): void {
    const lifted = ghost !== null;
    letGo();
    if (lifted) now.onpick(null);
  }

  function key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !ghost) return;
    event.preventDefault();
    event.stopPropagation();
    swallowClick(node);
    cancel();
  }

  function letGo(): void {
    held = null;
    hover(null);
    ghost?.remove();
    ghost = null;
    delete node.dataset.dragged;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", cancel);
    removeEventListener("blur", cancel);
    document.documentElement.removeEventListener("pointerleave", cancel);
    removeEventListener("keydown", key, true);
  }

  const still = (event: Event): void => event.preventDefault(); // no picture or link is dragged by the browser
  const touch = (): void => void (node.style.touchAction = now.off ? "" : (now.pan ?? "none"));
  node.addEventListener("pointerdown", down);
  node.addEventListener("dragstart", still);
  touch();
  return {
    update(next) {
      now = next;
      touch();
      if (now.off && ghost) cancel();
    },
    destroy() {
      cancel();
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("dragstart", still);
    },
  };
}

/** A picture of the piece that lies above everything and hides nothing from the pointer. */
function ghostOf(node: HTMLElement): HTMLElement {
  const box = node.getBoundingClientRect();
  const wrap = document.createElement("div");
  wrap.className = "ghost";
  wrap.setAttribute("aria-hidden", "true");
  Object.assign(wrap.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  for (const size of SIZES) wrap.style.setProperty(size, getComputedStyle(node).getPropertyValue(size));
  const copy = node.cloneNode(true) as HTMLElement;
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "data-anchor", "data-move", "data-testid", "data-drop"]) one.removeAttribute(name);
  }
  copy.setAttribute("tabindex", "-1");
  wrap.append(copy);
  return wrap;
}

/** The click that browsers send after a drag was none. */
function swallowClick(node: HTMLElement): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  node.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => node.removeEventListener("click", swallow, { capture: true }), 50);
}
