/** The colours of those who sit at a table: see tokens.css. */
const LIGHT = new Set([1, 3, 5, 7]);

export const seatColour = (colour: number): string => `var(--seat-${colour})`;

/** Dark letters and pips read better on it. */
export const isLight = (colour: number): boolean => LIGHT.has(colour);
