import type de from "@games/blitzgriff/texts/de.json";
import { gameWords } from "../../i18n/games";

export const t = gameWords<(typeof de)["page"]>("blitzgriff", "page");
