import type { Entry } from "../entry";
import "./colours.css";
import Emblem from "./Emblem.svelte";

const entry: Entry = {
  name: "gracias",
  accent: "--gracias",
  minutes: 15,
  depth: 2,
  Emblem,
  module: async () => (await import(".")).gracias,
  lesson: async () => (await import("./lesson")).lesson,
  RulebookPicture: () => import("./RulebookPicture.svelte"),
};
export default entry;
