import { words } from "../i18n/words";
import de from "./texts/de.json";
import en from "./texts/en.json";

export const t = words(de, en);
