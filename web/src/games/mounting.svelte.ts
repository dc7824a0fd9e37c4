/** What is drawn without a framework as a component, and a component of ours for those who have none. */

import { mount, unmount, untrack, type Component } from "svelte";
import MountedView from "./Mounted.svelte";
import type { Mount } from "./plugin";

/** The props go on as they are, so that whoever draws follows them. */
export function asComponent<P extends object>(draw: Mount<P>): Component<P> {
  return (internals, props) => MountedView(internals, { mount: draw as Mount<object>, props });
}

export function asMount<P extends Record<string, unknown>>(component: Component<P>): Mount<P> {
  return (target, first) => {
    const props = $state({ ...first });
    const drawn = untrack(() => mount(component, { target, props }));
    return {
      update: (now) => void Object.assign(props, now),
      destroy: () => void unmount(drawn),
    };
  };
}
