// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draggable, type Dragging } from "./dragging";

let node: HTMLElement;
let tray: HTMLElement;
let log: string[];
let action: ReturnType<typeof draggable>;
let under: Element | null;

const options: Dragging = {
  piece: "card",
  onpick: (piece) => log.push(`pick ${piece}`),
  accepts: (place) => place === "tray",
  ondrop: (place) => log.push(`drop ${place}`),
};

beforeEach(() => {
  document.body.innerHTML = `<button data-move="card">x</button><div data-drop="tray"><i></i></div><div data-drop="wrong"></div>`;
  node = document.querySelector("button")!;
  tray = document.querySelector("[data-drop=tray]")!;
  log = [];
  under = null;
  document.elementFromPoint = () => under;
  node.addEventListener("click", () => log.push("click"));
  action = draggable(node, options);
});
afterEach(() => action.destroy());

function pointer(type: string, x: number, y: number, more: PointerEventInit = {}): void {
  node.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      isPrimary: true,
      button: 0,
      pointerId: 1,
      clientX: x,
      clientY: y,
      ...more,
    }),
  );
}
const ghost = () => document.querySelector<HTMLElement>(".ghost");

test("a tap is a tap", () => {
  pointer("pointerdown", 5, 5);
  pointer("pointermove", 8, 9);
  pointer("pointerup", 8, 9);
  node.click();
  expect([log, ghost()]).toEqual([["click"], null]);
});

test("a key on the piece is a tap, too", () => {
  node.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  node.click();
  expect(log).toEqual(["click"]);
});

test("dragged to a place that accepts it: picked, lit, dropped, and no click", () => {
  pointer("pointerdown", 5, 5);
  pointer("pointermove", 40, 30);
  expect(log).toEqual(["pick card"]);
  expect(ghost()!.style.translate).toBe("35px 25px");
  expect(ghost()!.querySelector("[data-move]")).toBe(null);
  under = tray.firstElementChild;
  pointer("pointermove", 60, 60);
  expect(tray.hasAttribute("data-over")).toBe(true);
  pointer("pointerup", 60, 60);
  node.click();
  expect(log).toEqual(["pick card", "drop tray"]);
  expect([tray.hasAttribute("data-over"), ghost()]).toEqual([false, null]);
});

test("a place that does not accept it, or none: it goes back", () => {
  for (const place of [document.querySelector("[data-drop=wrong]"), null]) {
    log = [];
    pointer("pointerdown", 5, 5);
    under = place;
    pointer("pointermove", 60, 60);
    expect(document.querySelector("[data-over]")).toBe(null);
    pointer("pointerup", 60, 60);
    expect([log, ghost()]).toEqual([["pick card", "pick null"], null]);
  }
});

test.each([
  ["Escape", () => dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", cancelable: true }))],
  ["a call that comes in", () => pointer("pointercancel", 60, 60)],
  ["leaving the window", () => document.documentElement.dispatchEvent(new PointerEvent("pointerleave"))],
  ["another window", () => dispatchEvent(new Event("blur"))],
])("%s lets go", (_, interrupt) => {
  pointer("pointerdown", 5, 5);
  under = tray;
  pointer("pointermove", 60, 60);
  interrupt();
  pointer("pointerup", 60, 60);
  expect([log, ghost(), tray.hasAttribute("data-over")]).toEqual([["pick card", "pick null"], null, false]);
});

test("a click long after a drag counts", () => {
  vi.useFakeTimers();
  pointer("pointerdown", 5, 5);
  pointer("pointermove", 60, 60);
  pointer("pointerup", 60, 60);
  vi.advanceTimersByTime(100);
  node.click();
  expect(log.at(-1)).toBe("click");
  vi.useRealTimers();
});

test("a second finger, the right button, and a piece that is not to be moved", () => {
  pointer("pointerdown", 5, 5, { isPrimary: false });
  pointer("pointermove", 60, 60);
  pointer("pointerdown", 5, 5, { button: 2 });
  pointer("pointermove", 60, 60);
  action.update({ ...options, off: true });
  pointer("pointerdown", 5, 5);
  pointer("pointermove", 60, 60);
  expect([log, node.style.touchAction]).toEqual([[], ""]);
});

test("a piece that is taken away while it is dragged leaves nothing behind", () => {
  pointer("pointerdown", 5, 5);
  pointer("pointermove", 60, 60);
  action.destroy();
  expect([log, ghost()]).toEqual([["pick card", "pick null"], null]);
});
