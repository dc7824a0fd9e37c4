import type { Entry } from "../entry";
import "./colours.css";
import Emblem from "./Emblem.svelte";

const entry: Entry = {
  name: "lobo77",
  accent: "--lobo",
  minutes: 15,
  depth: 1,
  Emblem,
  module: async () => (await import(".")).lobo77,
  lesson: async () => (await import("./lesson")).lesson,
  RulebookPicture: () => import("./RulebookPicture.svelte"),
};
export default entry;
