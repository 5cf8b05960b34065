import { describe, expect, it } from 'vitest';
import { AREA_NAMES, filesOfArea, unitsOf } from '../../scripts/mutate/areas.ts';
import { digestOf, unmeasuredOf } from '../../scripts/mutate/scores.ts';

describe('what faults are planted in', () => {
  it.each(AREA_NAMES)('is each file of %s once, a few at a time, with tests of its room', (area) => {
    const units = unitsOf([area]);
    expect(units.flatMap(({ files }) => files).toSorted()).toEqual(filesOfArea(area));
    expect(Math.max(...units.map(({ files }) => files.length))).toBe(6);
    expect(new Set(units.map(({ name }) => name)).size).toBe(units.length);
  });

  it('is left alone where it was measured and neither it nor its tests have changed', () => {
    const [unit] = unitsOf(['server/features/members']);
    const [first = '', second = '', ...others] = unit!.files;
    const score = { tests: digestOf(unit!.tests), noticed: 1, missed: 0, seconds: 1 };
    const scores = {
      [first]: { ...score, digest: digestOf([first]) },
      [second]: { ...score, digest: 'as it was before' },
      ...Object.fromEntries(others.map((path) => [path, { ...score, digest: digestOf([path]), tests: 'as they were' }])),
    };
    expect(unmeasuredOf(unit!, scores)).toEqual({ ...unit, files: [second, ...others] });
  });
});
