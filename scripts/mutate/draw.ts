import { createHash } from 'node:crypto';

/** Which faults each test reaches, as it was seen when nothing was planted; what is reached outside of a test, when a file begins, stands apart. */
export interface Reached {
  /** All tests, in their order: each is its file and its name, with `#` between them. */
  readonly tests: readonly string[];
  readonly static: Readonly<Record<string, number>>;
  readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const fileOf = (test: string): string => test.replace(/#.*$/su, '');

export const testsOfFile = ({ tests }: Reached, file: string): readonly string[] => tests.filter((test) => fileOf(test) === file);

/** Faults so near to one, by their numbers, are taken for its surroundings: about a function on either side. */
const SURROUNDINGS = 25;

const digestOf = (seed: string, id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');

/** So many of the faults that some test reaches, the same ones for the same seed. */
export function drawnOf(reached: Reached, most: number, seed: string): ReadonlySet<string> {
  const ids = new Set([reached.static, ...Object.values(reached.perTest)].flatMap((faults) => Object.keys(faults)));
  const order = [...ids].map((id) => [digestOf(seed, id), id] as const).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return new Set(order.slice(0, most).map(([, id]) => id));
}

/**
 * The tests that reach a fault, so many of them: those first that reach most of what stands around it and least besides. They are about it,
 * and others only pass by.
 * A fault that is reached when a file begins is tried by those that reach its surroundings.
 */
export function nearestTests({ perTest, static: outside }: Reached, fault: string, most: number): readonly string[] {
  const id = Number(fault);
  const around = Array.from({ length: 2 * SURROUNDINGS + 1 }, (_, index) => String(id - SURROUNDINGS + index));
  const isOutside = fault in outside;
  const near = Object.entries(perTest).flatMap(([test, faults]) => {
    const count = around.filter((other) => other in faults).length;
    const share = count / Math.max(Object.keys(faults).length, 1);
    return fault in faults || (isOutside && count > 0) ? [[test, count * share] as const] : [];
  });
  return near
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([test]) => test);
}
