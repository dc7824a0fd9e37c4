import type { Entry } from "../entry";
import "./colours.css";
import Emblem from "./Emblem.svelte";

const entry: Entry = {
  name: "blitzgriff",
  accent: "--blitz",
  minutes: 20,
  depth: 2,
  plays: { pace: "blitz" }, // BG-X3 the game is the race
  alwaysNamed: "pace",
  races: ({ pace }) => pace === "blitz",
  Emblem,
  module: async () => (await import(".")).blitzgriff,
  lesson: async () => (await import("./lesson")).lesson,
  RulebookPicture: () => import("./RulebookPicture.svelte"),
};
export default entry;
