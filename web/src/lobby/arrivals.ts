/** Who has just opened a table sits down there without being asked again. */

const expected = new Map<string, { name: string; colour: number | null }>();

export function expect(table: string, person: { name: string; colour: number | null }): void {
  expected.set(table, person);
}

export function arrive(table: string): { name: string; colour: number | null } | undefined {
  const person = expected.get(table);
  expected.delete(table);
  return person;
}
