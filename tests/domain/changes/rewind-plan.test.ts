import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSteps, brokenReferences, newReferences, type PlanStep } from '#domain/changes/plan-step';
import type { Image, ChangeEntry } from '#domain/changes/journal';
import { planRewind, type RewindWorld } from '#domain/changes/rewind-plan';
import { effort } from '#tests/support/effort.ts';
import { FACTS, newStore, refOf, shown, write, type Write } from './ledger.ts';

const entry = (id: number, recordId: number, before: Image | null, after: Image | null): ChangeEntry => ({
  id,
  setId: id,
  ...refOf(recordId),
  before,
  after,
  isErased: false,
});
const world = (given: Partial<RewindWorld>): RewindWorld => ({
  entries: [],
  keptOut: new Map(),
  rows: new Map(),
  tables: () => FACTS,
  isWithoutColumns: false,
  ...given,
});

const refusedFirst = { reason: 'changedSince', ...refOf(1), columns: [] };

describe('rewinding', () => {
  it('puts together what all later writes did, once for each record', () => {
    const entries = [entry(2, 1, { a: 'a1' }, { a: 'x' }), entry(4, 1, { b: 'b1', a: 'x' }, { b: 'y', a: 'z' })];
    const rows = new Map([['thing:1', { id: 1, a: 'z', b: 'y', version: 5 }]]);
    expect(planRewind(world({ entries, rows }))).toEqual({
      steps: [{ ...refOf(1), kind: 'changed', before: { a: 'z', b: 'y' }, after: { a: 'a1', b: 'b1' } }],
      refused: [],
      leftOut: [],
    });
  });

  it('does nothing to what ended as it was', () => {
    const entries = [
      entry(2, 1, { a: 'a1' }, { a: 'x' }),
      entry(4, 1, { a: 'x' }, { a: 'a1' }),
      entry(5, 2, null, {}),
      entry(6, 2, {}, null),
    ];
    const rows = new Map([['thing:1', { id: 1, a: 'a1' }]]);
    expect(planRewind(world({ entries, rows }))).toEqual({ steps: [], refused: [], leftOut: [] });
  });

  it('does not overwrite what something beside the journal wrote', () => {
    const changed = entry(2, 1, { a: 'a1' }, { a: 'x' });
    expect(planRewind(world({ entries: [changed], rows: new Map([['thing:1', { id: 1, a: 'outside' }]]) }))).toEqual({
      steps: [],
      refused: [{ ...refusedFirst, columns: ['a'] }],
      leftOut: [],
    });
    expect(planRewind(world({ entries: [changed] })).refused).toEqual([refusedFirst]);
    const removed = entry(2, 1, { a: 'a1' }, null);
    expect(planRewind(world({ entries: [removed], rows: new Map([['thing:1', { id: 1, a: 'a1' }]]) })).refused).toEqual([refusedFirst]);
  });

  it('says what has been erased', () => {
    const entries = [entry(2, 1, { a: 'a1' }, { a: 'x' }), { ...entry(1, 1, {}, {}), isErased: true }];
    const rows = new Map([['thing:1', { id: 1, a: 'x' }]]);
    expect(planRewind(world({ entries, rows }))).toMatchObject({ steps: [], refused: [{ reason: 'erased', ...refOf(1), columns: [] }] });
  });

  it('leaves out records of which the journal does not hold everything, and counts them', () => {
    const entries = [
      entry(1, 1, null, { id: 1, a: 'x' }),
      entry(2, 2, { id: 2, a: 'x' }, null),
      entry(3, 3, { a: 'a3' }, { a: 'x' }),
      entry(4, 4, { a: 'a4' }, { a: 'x' }),
    ];
    const rows = new Map<string, Image>([1, 3, 4].map((id) => [`thing:${id}`, { id, a: 'x' }]));
    const keptOut = new Map([
      [1, 'secret'],
      [2, 'secret'],
      [3, 'secret'],
      [4, 'elsewhere'],
    ] as const);
    expect(planRewind(world({ entries, rows, keptOut }))).toEqual({
      // Of a change that set a secret the rest goes back.
      steps: [{ ...refOf(3), kind: 'changed', before: { a: 'x' }, after: { a: 'a3' } }],
      refused: [],
      leftOut: [
        { resource: 'thing', reason: 'secret', count: 2 },
        { resource: 'thing', reason: 'elsewhere', count: 1 },
      ],
    });
  });

  it('asks for consent where columns are gone, but not of a record that goes', () => {
    const entries = [entry(2, 1, { a: 'a1', mood: 'low' }, { a: 'x', mood: 'high' }), entry(3, 2, { id: 2, mood: 'low' }, null)];
    const rows = new Map([['thing:1', { id: 1, a: 'x' }]]);
    expect(planRewind(world({ entries, rows })).refused).toEqual([
      { reason: 'columnsGone', ...refOf(1), columns: ['mood'] },
      { reason: 'columnsGone', ...refOf(2), columns: ['mood'] },
    ]);
    expect(planRewind(world({ entries, rows, isWithoutColumns: true }))).toMatchObject({
      steps: [{ after: { a: 'a1' } }, { kind: 'created', after: { id: 2 } }],
      refused: [],
    });
    const going = [entry(1, 1, null, { id: 1, a: 'a1' }), entry(2, 1, { a: 'a1', mood: 'low' }, { a: 'x', mood: 'high' })];
    expect(planRewind(world({ entries: going, rows })).refused).toEqual([]);
  });

  it('leads to every moment that was', () => {
    const id = fc.integer({ min: 1, max: 5 });
    const one = fc.oneof(
      id.map((recordId): Write => ({ type: 'add', recordId, row: { a: 'new', b: 'new' } })),
      fc.tuple(id, fc.constantFrom('a', 'b'), fc.nat(3)).map(([recordId, name, value]): Write => ({
        type: 'change',
        recordId,
        values: { [name]: value },
      })),
      id.map((recordId): Write => ({ type: 'remove', recordId })),
    );
    fc.assert(
      fc.property(fc.array(fc.array(one, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 }), (writes) => {
        const store = newStore([1, 2, 3].map((number) => ({ id: number, a: 'a', b: 'b', version: 1 })));
        const moments = [{ after: 0, rows: shown(store) }];
        for (const some of writes) moments.push({ after: write(store, some) ?? store.next - 1, rows: shown(store) });
        for (const { after, rows } of moments) {
          const plan = planRewind(world({ entries: store.entries.filter(({ setId }) => setId > after), rows: store.rows }));
          expect(plan.refused).toEqual([]);
          const back = new Map(store.rows);
          for (const step of plan.steps) {
            const key = `thing:${step.recordId}`;
            if (step.after === null) back.delete(key);
            else back.set(key, { ...back.get(key), ...step.after });
          }
          expect(shown({ rows: back })).toEqual(rows);
        }
      }),
      { numRuns: effort(200, 3000) },
    );
  });
});

const relations = () => [
  { column: 'parent', of: 'thing', isParent: true },
  { column: 'owner', of: 'person', isParent: false },
];
const step = (recordId: number, kind: PlanStep['kind'], before: Image | null, after: Image | null): PlanStep => ({
  ...refOf(recordId),
  kind,
  before,
  after,
});
const reference = (recordId: number) => ({ ...refOf(9), column: 'parent', isParent: true, target: refOf(recordId) });

describe('what records would name', () => {
  it('is asked of what is new alone', () => {
    const steps = [
      step(1, 'changed', { parent: 1, owner: 4 }, { parent: 2, owner: 4 }),
      step(2, 'created', null, { parent: 0, owner: '7' }),
      step(3, 'deleted', { owner: 5 }, null),
      step(4, 'changed', { a: 1 }, { owner: null }),
    ];
    expect(newReferences(steps, relations)).toEqual([
      { ...refOf(1), column: 'parent', isParent: true, target: refOf(2) },
      { ...refOf(2), column: 'owner', isParent: false, target: { resource: 'person', recordId: 7 } },
    ]);
  });

  it('leads nowhere where it is neither there nor comes, and where it goes', () => {
    const steps = [step(1, 'created', null, {}), step(2, 'deleted', {}, null), step(3, 'changed', {}, {}), step(4, 'changed', {}, {})];
    const all = [1, 2, 3, 4, 5, 6].map(reference);
    const broken = brokenReferences(all, new Set(['thing:2', 'thing:3', 'thing:5']), steps);
    expect(broken.map(({ target }) => target.recordId)).toEqual([2, 4, 6]);
    expect(countSteps(steps)).toEqual({ created: 1, changed: 2, deleted: 1 });
  });
});
