import { median } from './statistics.ts';

/** Measures all of them in turns, so that a busy moment of the machine hits all. @returns the median of each */
export async function inTurns<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(measures) as Name[];
  const seen = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (const name of names) await measures[name]();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) seen.get(name)?.push(await measures[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(seen.get(name) ?? [])])) as Record<Name, number>;
}
