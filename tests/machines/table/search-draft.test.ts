import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { SearchOperator } from '#domain/table/resource-query';
import {
  searchDraftLogic,
  selectCanAddGroup,
  selectDraftGroups,
  selectIsNewest,
  type DraftCondition,
} from '#machines/table/search-draft.logic';

const one = (field: string, operator: SearchOperator = 'eq'): DraftCondition => ({ field, operator });
const start = (...groups: readonly DraftCondition[][]) => createActor(searchDraftLogic, { input: groups }).start();

describe('a draft of a search', () => {
  it('begins with the groups in force', () => {
    const actor = start([one('title'), one('status')], [one('id')]);
    expect(selectDraftGroups(actor.getSnapshot())).toEqual([
      { key: 0, conditions: [one('title'), one('status')] },
      { key: 1, conditions: [one('id')] },
    ]);
  });

  it('compares one condition of one group otherwise', () => {
    const actor = start([one('title'), one('status')], [one('title')]);
    actor.send({ type: 'draft.operatorChosen', key: 1, condition: one('title', 'EMPTY') });
    expect(selectDraftGroups(actor.getSnapshot()).map(({ conditions }) => conditions)).toEqual([
      [one('title'), one('status')],
      [one('title', 'EMPTY')],
    ]);
  });

  it('has as many groups as a search may have, and goes on at the newest', () => {
    const actor = start([one('title')]);
    const newest = () => [1, 2, 3, 4].filter((key) => selectIsNewest(key, 'id')(actor.getSnapshot()));
    for (const key of [1, 2, 3, 4]) {
      expect(selectCanAddGroup(actor.getSnapshot())).toBe(true);
      actor.send({ type: 'draft.groupAdded', condition: one('id') });
      expect(newest()).toEqual([key]);
    }
    expect(selectCanAddGroup(actor.getSnapshot())).toBe(false);
    const full = actor.getSnapshot().context;
    actor.send({ type: 'draft.groupAdded', condition: one('id') });
    expect(actor.getSnapshot().context).toEqual(full);
  });

  it('asks for a field once in a group, and drops a group with its last condition', () => {
    const actor = start([one('title')]);
    actor.send({ type: 'draft.groupAdded', condition: one('id') });
    actor.send({ type: 'draft.conditionAdded', key: 1, condition: one('id', 'gt') });
    actor.send({ type: 'draft.conditionAdded', key: 1, condition: one('status') });
    expect(selectDraftGroups(actor.getSnapshot())[1]).toEqual({ key: 1, conditions: [one('id'), one('status')] });
    expect(selectIsNewest(1, 'status')(actor.getSnapshot())).toBe(true);
    actor.send({ type: 'draft.conditionRemoved', key: 1, field: 'id' });
    actor.send({ type: 'draft.conditionRemoved', key: 1, field: 'status' });
    expect(selectDraftGroups(actor.getSnapshot())).toEqual([{ key: 0, conditions: [one('title')] }]);
    expect(selectIsNewest(1, 'status')(actor.getSnapshot())).toBe(false);
    // Keys are never given twice: the boxes of a form go by them.
    actor.send({ type: 'draft.groupAdded', condition: one('id') });
    expect(selectDraftGroups(actor.getSnapshot())[1]?.key).toBe(2);
  });
});
