/** In a race the cells change many times a second, and most of what is drawn from them does not. */

import { untrack } from "svelte";

/** What `read` gives, for a component. Whoever draws it is left alone until it is something else; of a `$derived`, all that
 *  depends on it is looked through whenever the cells have changed. */
export function steady<T>(read: () => T): { readonly now: T } {
  let now = $state.raw(untrack(read));
  $effect.pre(() => {
    now = read();
  });
  return {
    get now() {
      return now;
    },
  };
}
