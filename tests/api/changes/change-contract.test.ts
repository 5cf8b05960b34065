import { describe, expect, it } from 'vitest';
import { applyChanges, changeSetInfo, eraseChanges, planChanges, recordHistory } from '#api/contract/changes/change';
import { restoreDeleted, revealSensitive, rollBackSensitive } from '#api/contract/changes/data-safety';
import { nodeOf } from '#api/contract/base/endpoint';
import { MAX_PLAN_SETS } from '#domain/changes/change';

const plain = { withDependents: false, withoutColumns: false };
const plan = (wish: object) => planChanges.input.safeParse(wish).data;

describe('what a plan is asked for', () => {
  it('is sets, as numbers or as one text', () => {
    expect(plan({ sets: [1, '23000000002'] })).toEqual({ ...plain, sets: [1, 23_000_000_002] });
    expect(plan({ sets: '1,2', withDependents: '1' })).toEqual({ sets: [1, 2], withDependents: true, withoutColumns: false });
  });

  it('or a record or a section, and a moment or a set', () => {
    expect(plan({ resource: 'goods', id: '7', at: 1_700_000_000 })).toEqual({ ...plain, resource: 'goods', id: 7, at: 1_700_000_000 });
    expect(plan({ resource: 'goods', after: 12, withoutColumns: 'false' })).toEqual({ ...plain, resource: 'goods', after: 12 });
  });

  it.each([
    ['nothing', {}],
    ['no sets', { sets: [] }],
    ['both', { sets: [1], resource: 'goods', at: 1 }],
    ['sets and a moment', { sets: [1], at: 1 }],
    ['sets and a record', { sets: [1], id: 1 }],
    ['no moment', { resource: 'goods', id: 1 }],
    ['two moments', { resource: 'goods', at: 1, after: 1 }],
    ['no section', { id: 1, at: 1 }],
    ['no number', { sets: ['x'] }],
    ['more sets than may be named', { sets: Array.from({ length: MAX_PLAN_SETS + 1 }, (_, index) => index) }],
  ])('and not %s', (_, wish) => {
    expect(plan(wish)).toBeUndefined();
    expect(applyChanges.input.safeParse({ ...wish, hash: 'a'.repeat(64) }).success).toBe(false);
  });

  it('is applied by the hash of its plan alone', () => {
    const hash = 'a1'.repeat(32);
    expect(applyChanges.input.safeParse({ sets: [3], hash }).data).toEqual({ ...plain, sets: [3], hash });
    for (const bad of [undefined, '', 'A1'.repeat(32), hash.slice(1)])
      expect(applyChanges.input.safeParse({ sets: [3], hash: bad }).success).toBe(false);
  });
});

describe('restoring', () => {
  it('takes what stock clients send', () => {
    expect(restoreDeleted.input.parse({ ids: ['4', '5'] })).toEqual({
      ids: [4, 5],
      values: {},
      withParents: false,
      withoutColumns: false,
      isDryRun: false,
    });
    expect(rollBackSensitive.input.parse({ ids: [4] })).toEqual({ ids: [4], force: false });
  });

  it('takes other values by entry', () => {
    expect(restoreDeleted.input.parse({ ids: [4], values: { 4: { title: 'Other' } } })).toMatchObject({
      values: { 4: { title: 'Other' } },
    });
    expect(restoreDeleted.input.safeParse({ ids: [4], values: { x: {} } }).success).toBe(false);
  });
});

it('asks for these rights', () => {
  expect(
    [changeSetInfo, recordHistory, planChanges, applyChanges, eraseChanges, restoreDeleted, rollBackSensitive, revealSensitive].map(
      (one) => [nodeOf(one), one.audience],
    ),
  ).toEqual([
    ['security/change/index', 'permitted'],
    ['security/change/ofrecord', 'signedIn'],
    ['security/change/plan', 'signedIn'],
    ['security/change/apply', 'signedIn'],
    ['security/change/erase', 'super'],
    ['security/datarecyclelog/restore', 'permitted'],
    ['security/sensitivedatalog/rollback', 'permitted'],
    ['security/sensitivedatalog/reveal', 'permitted'],
  ]);
});
