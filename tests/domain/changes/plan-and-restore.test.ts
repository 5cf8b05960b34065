import { describe, expect, it } from 'vitest';
import { isApplicable, needsColumnsDropped, needsDependents, type ChangePlan, type ShownRefusal } from '#domain/changes/change-plan';
import type { ChangeSet } from '#domain/changes/journal-entry';
import { isSettled, NO_ANSWERS, wayOutOf, type RestoreObstacle } from '#domain/changes/restore-obstacle';

const refusal = (reason: ShownRefusal['reason']): ShownRefusal => ({
  reason,
  message: 'no',
  resource: 'goods',
  recordId: 3,
  title: 'Tea',
  fields: [],
  entry: null,
});
const clear: ChangePlan = {
  hash: 'a',
  steps: [{ resource: 'goods', recordId: 3, title: 'Tea', kind: 'changed', fields: [] }],
  dependents: [],
  refused: [],
  leftOut: [],
  counts: { created: 0, changed: 1, deleted: 0 },
};
const of = (reason: RestoreObstacle['reason'], more: Partial<RestoreObstacle> = {}): RestoreObstacle => ({
  ...refusal(reason),
  id: 1,
  record: null,
  ...more,
});
const given = (values: Readonly<Record<string, unknown>>, id = 1) => ({ ...NO_ANSWERS, values: { [id]: values } });
const depends = { why: 'sameColumns', resource: 'goods', recordId: 3 } as const;
const set = { id: 9 } as ChangeSet;

describe('a plan', () => {
  it('can be done where there is something to do and nothing is refused', () => {
    expect(isApplicable(clear)).toBe(true);
    expect(isApplicable({ ...clear, steps: [] })).toBe(false);
    expect(isApplicable({ ...clear, refused: [refusal('taken')] })).toBe(false);
    // Later writes that go along already are no hindrance.
    expect(isApplicable({ ...clear, dependents: [{ ...depends, set }] })).toBe(true);
  });

  it('needs later writes along where they are what is in the way, and all may be seen', () => {
    const refused = [refusal('dependents')];
    expect(needsDependents({ ...clear, refused, dependents: [{ ...depends, set }] })).toBe(true);
    expect(needsDependents({ ...clear, refused, dependents: [] })).toBe(false);
    expect(needsDependents({ ...clear, refused: [], dependents: [{ ...depends, set }] })).toBe(false);
    expect(needsDependents({ ...clear, refused, dependents: [{ ...depends, set }, { ...depends, set: null }] })).toBe(false); // prettier-ignore
  });

  it('needs consent where columns are gone', () => {
    expect(needsColumnsDropped({ ...clear, refused: [refusal('taken'), refusal('columnsGone')] })).toBe(true);
    expect(needsColumnsDropped({ ...clear, refused: [refusal('taken')] })).toBe(false);
  });
});

describe('an obstacle', () => {
  const taken = of('taken', { fields: ['title', 'code'], record: { title: 'Tea', code: 7 } });

  it('has a way out by its reason', () => {
    expect(wayOutOf(taken)).toBe('value');
    expect(wayOutOf(of('taken'))).toBeNull();
    expect(wayOutOf(of('parentGone', { entry: 4 }))).toBe('parents');
    expect(wayOutOf(of('relationGone', { entry: 4 }))).toBe('parents');
    expect(wayOutOf(of('parentGone'))).toBeNull();
    expect(wayOutOf(of('columnsGone'))).toBe('columns');
    expect(wayOutOf(of('sectionGone', { entry: 4, record: {} }))).toBeNull();
  });

  it('is settled by what its way out asks for, or by leaving the record in the bin', () => {
    expect(isSettled(taken, NO_ANSWERS)).toBe(false);
    expect(isSettled(taken, given({ title: 'Tea' }))).toBe(false);
    expect(isSettled(taken, given({ title: '' }))).toBe(false);
    expect(isSettled(taken, given({ title: null }))).toBe(false);
    expect(isSettled(taken, given({ unit: 'box' }))).toBe(false);
    expect(isSettled(taken, given({ title: 'Other' }, 2))).toBe(false);
    expect(isSettled(taken, given({ code: 8 }))).toBe(true);
    expect(isSettled(of('parentGone', { entry: 4 }), NO_ANSWERS)).toBe(false);
    expect(isSettled(of('parentGone', { entry: 4 }), { ...NO_ANSWERS, withParents: true })).toBe(true);
    expect(isSettled(of('parentGone'), { ...NO_ANSWERS, withParents: true })).toBe(false);
    expect(isSettled(of('columnsGone'), { ...NO_ANSWERS, withParents: true })).toBe(false);
    expect(isSettled(of('columnsGone'), { ...NO_ANSWERS, withoutColumns: true })).toBe(true);
    expect(isSettled(of('sectionGone'), { ...NO_ANSWERS, leftOut: [1] })).toBe(true);
    expect(isSettled(of('sectionGone'), { ...NO_ANSWERS, leftOut: [2], withParents: true, withoutColumns: true })).toBe(false);
  });
});
