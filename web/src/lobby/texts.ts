import { pageWords } from "../i18n/words";

export const t = pageWords("lobby");
