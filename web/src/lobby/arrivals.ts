/** Who has just opened a table sits down there without being asked again; against bots the match begins by itself. */

export interface Arrival {
  name: string;
  colour: number | null;
  picture: number | null;
  plays?: boolean; // at once, with bots on the other chairs
}

const expected = new Map<string, Arrival>();

export function expect(table: string, person: Arrival): void {
  expected.set(table, person);
}

export function arrive(table: string): Arrival | undefined {
  const person = expected.get(table);
  expected.delete(table);
  return person;
}
