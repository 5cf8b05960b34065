import { describe, expect, it } from 'vitest';
import { roomsOf, unitsOf } from '../../scripts/mutate/areas.ts';
import { drawnOf, nearestTests, testsOfFile, type Reached } from '../../scripts/mutate/draw.ts';
import { samplePercent } from '../../scripts/mutate/samples.ts';

/** Faults from one number to another. */
const faults = (from: number, to: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, index) => [String(from + index), 1]));

const REACHED: Reached = {
  tests: ['a.test.ts#one', 'a.test.ts#two #2', 'b.test.ts#one'],
  static: faults(200, 220),
  perTest: { passesBy: faults(0, 199), isAboutIt: faults(30, 60), lookedAtInPassing: faults(59, 59), ofSomethingElse: faults(150, 190) },
};

describe('the faults that are drawn', () => {
  it('are so many different ones of those that some test reaches, the same for the same seed', () => {
    const drawn = drawnOf(REACHED, 40, '1');
    expect([drawn.size, [...drawn].filter((id) => !(Number(id) >= 0 && Number(id) <= 220))]).toEqual([40, []]);
    expect(drawnOf(REACHED, 40, '1')).toEqual(drawn);
    expect(drawnOf(REACHED, 40, '2')).not.toEqual(drawn);
  });

  it('come from everywhere, what is reached outside of a test too', () => {
    const tens = Object.groupBy([...drawnOf(REACHED, 110, '1')], (id) => String(Math.floor(Number(id) / 55)));
    expect(Object.entries(tens).filter(([, ids = []]) => ids.length < 15)).toEqual([]);
  });

  it('are all of them where there are no more', () => expect(drawnOf(REACHED, 500, '1').size).toBe(221));
});

describe('the tests that are nearest to a fault', () => {
  it('reach it, and those come first that reach its surroundings and little else', () => {
    expect(nearestTests(REACHED, '59', 9)).toEqual(['isAboutIt', 'passesBy', 'lookedAtInPassing']);
    expect(nearestTests(REACHED, '59', 1)).toEqual(['isAboutIt']);
    expect(nearestTests(REACHED, '10', 9)).toEqual(['passesBy']);
  });

  it('are those that reach its surroundings, for a fault that is reached when a file begins', () => {
    expect(nearestTests(REACHED, '205', 9)).toEqual(['ofSomethingElse', 'passesBy']);
  });
});

it('asks for a whole file where a test goes on from the one before it', () => {
  expect(testsOfFile(REACHED, 'a.test.ts')).toEqual(['a.test.ts#one', 'a.test.ts#two #2']);
});

describe('the figure of a sample', () => {
  it('counts all that no test runs as missed, and of the others so many as noticed as of those that were drawn', () => {
    expect(samplePercent({ faults: 400, notRun: 40, drawn: 60, noticed: 54 })).toBeCloseTo(81, 10);
    expect(samplePercent({ faults: 0, notRun: 0, drawn: 0, noticed: 0 })).toBe(0);
  });
});

describe('what a sample is drawn of', () => {
  it('is a room as a whole, with the tests of all of it that take seconds', () => {
    const [room, ...others] = roomsOf(['server/features/members']);
    const units = unitsOf(['server/features/members']);
    expect([room!.name, others]).toEqual(['server/features/members', []]);
    expect(room!.files).toEqual(units.flatMap(({ files }) => files));
    expect(room!.tests).toEqual(units[0]!.tests);
    expect(room!.tests.filter((path) => path.includes('.long.'))).toEqual([]);
  });

  it('is what a pattern names, and each room of an area', () => {
    const [ledgers] = roomsOf(['server/features/members/*ledger*']);
    expect([ledgers!.name, ledgers!.files.filter((path) => !path.includes('ledger'))]).toEqual(['server/features/members/*ledger*', []]);
    expect(roomsOf(['services']).map(({ name }) => name)).toContain('server/features/session');
  });
});
