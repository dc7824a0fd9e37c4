import { pageWords } from "../i18n/words";

/** Words of the shared parts. */
export const t = pageWords("shared");

/** "Tempo: Blitz", with the colon as the language sets it. */
export const labelled = (label: string, text: string): string => t("labelled", { label, text });
