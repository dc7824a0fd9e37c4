import type { Entry } from "../entry";
import "./colours.css";
import Emblem from "./Emblem.svelte";

const entry: Entry = {
  name: "bloeder-sack",
  accent: "--sack",
  minutes: 20,
  depth: 3,
  Emblem,
  module: async () => (await import(".")).bloederSack,
  lesson: async () => (await import("./lesson")).lesson,
  RulebookPicture: () => import("./RulebookPicture.svelte"),
};
export default entry;
