import { pageWords } from "../i18n/words";

/** Words of the shared parts. */
export const t = pageWords("shared");
