import { words } from "../../../i18n/words";
import de from "./de.json";
import en from "./en.json";

export const t = words(de, en);
