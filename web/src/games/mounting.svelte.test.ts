// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";
import { asComponent, asMount } from "./mounting.svelte";
import type { Mount } from "./plugin";
import Die from "../components/Die.svelte";
import { settings } from "../settings.svelte";

interface Shown {
  view: { readonly cells: readonly number[] };
}

/** Draws the first cell, and counts how often it was asked to. */
function counting(): { draw: Mount<Shown>; calls: string[] } {
  const calls: string[] = [];
  const draw: Mount<Shown> = (target, props) => {
    const text = document.createElement("b");
    target.append(text);
    const update = ({ view }: Shown): void => {
      text.textContent = `${view.cells[0]} ${settings.language}`;
      calls.push("update");
    };
    update(props);
    return { update, destroy: () => calls.push("destroy") };
  };
  return { draw, calls };
}

/** As a match's view is: one object, whose parts change. */
function asState(first: readonly number[]): Shown["view"] & { set(cells: readonly number[]): void } {
  let cells = $state.raw(first);
  return {
    get cells() {
      return cells;
    },
    set(now) {
      cells = now;
    },
  };
}

test("what is drawn without a framework follows all that it reads, and ends with its place", () => {
  settings.language = "de";
  const { draw, calls } = counting();
  const state = asState([1]);
  const target = document.createElement("div");
  const drawn = mount(asComponent(draw), { target, props: { view: state } });
  flushSync();
  expect(target.textContent).toBe("1 de");
  state.set([2]);
  flushSync();
  expect(target.textContent).toBe("2 de");
  settings.language = "en";
  flushSync();
  expect(target.textContent).toBe("2 en");
  expect(calls).toEqual(["update", "update", "update"]);
  void unmount(drawn);
  expect(calls.at(-1)).toBe("destroy");
});

test("a component of ours is drawn where there is no framework", () => {
  const target = document.createElement("div");
  const die = asMount<{ value: number }>(Die)(target, { value: 1 });
  flushSync();
  expect(target.querySelectorAll("circle").length).toBe(1);
  die.update({ value: 6 });
  flushSync();
  expect(target.querySelectorAll("circle").length).toBe(6);
  die.destroy!();
  expect(target.querySelector("circle")).toBeNull();
});
