import { words } from "../i18n/words";
import de from "./de.json";
import en from "./en.json";

/** Words of the shared parts. */
export const t = words(de, en);
