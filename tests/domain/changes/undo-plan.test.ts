import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Image } from '#domain/changes/journal';
import { planText } from '#domain/changes/plan-text';
import { brokenReferences, newReferences } from '#domain/changes/plan-step';
import { planUndo, undoneSets, type UndoPlan, type UndoWorld } from '#domain/changes/undo-plan';
import { effort } from '#tests/support/effort.ts';
import { apply, closureOf, FACTS, newStore, planOf, refOf, shown, write, type Store, type Write } from './ledger.ts';

const seed = (): Image[] => [1, 2, 3].map((id) => ({ id, a: `a${id}`, b: `b${id}`, parent: 0, version: 1 }));
const change = (recordId: number, values: Image): Write => ({ type: 'change', recordId, values });
const done = (id: number | null): number => id ?? expect.unreachable('nothing was written');
const refusals = (store: Store, chosen: readonly number[]) => planOf(store, chosen).refused;

describe('a value', () => {
  it('goes back where it is still the written one, whatever happened to other columns', () => {
    const store = newStore(seed());
    const first = done(write(store, [change(1, { a: 'x' })]));
    done(write(store, [change(1, { b: 'y' })]));
    expect(planOf(store, [first])).toEqual({
      rounds: [{ setId: first, entries: [{ id: 2, setId: first, ...refOf(1), before: { a: 'a1' }, after: { a: 'x' }, isErased: false }] }],
      steps: [{ ...refOf(1), kind: 'changed', before: { a: 'x' }, after: { a: 'a1' } }],
      dependents: [],
      refused: [],
    });
  });

  it('waits for those who have written it since; they are named with the columns', () => {
    const store = newStore(seed());
    const first = done(write(store, [change(1, { a: 'x', b: 'x' })]));
    const second = done(write(store, [change(1, { a: 'y' }), change(2, { a: 'y' })]));
    const plan = planOf(store, [first]);
    expect(plan.dependents).toEqual([{ setId: second, why: 'sameColumns', ...refOf(1), columns: ['a'] }]);
    expect(plan.refused).toEqual([{ reason: 'dependents', ...refOf(1), columns: ['a'] }]);
    expect(planOf(store, [first, second])).toMatchObject({ dependents: [], refused: [] });
    expect(planOf(store, [second])).toMatchObject({ dependents: [], refused: [] });
  });

  it('goes back where it is the written one again', () => {
    const store = newStore(seed());
    const first = done(write(store, [change(1, { a: 'x' })]));
    write(store, [change(1, { a: 'y' })]);
    write(store, [change(1, { a: 'x' })]);
    expect(planOf(store, [first])).toMatchObject({ dependents: [], refused: [], steps: [{ after: { a: 'a1' } }] });
  });

  it('is not overwritten where something beside the journal wrote it', () => {
    const store = newStore(seed());
    const first = done(write(store, [change(1, { a: 'x', b: 'x' })]));
    store.rows.set('thing:1', { ...seed()[0], a: 'outside', b: 'x' });
    expect(refusals(store, [first])).toEqual([{ reason: 'changedSince', ...refOf(1), columns: ['a'] }]);
  });

  it('is compared without what only counts', () => {
    const store = newStore(seed());
    const added = done(write(store, [{ type: 'add', recordId: 9, row: { a: 'n', parent: 0 } }]));
    store.rows.set('thing:9', { ...store.rows.get('thing:9'), version: 7 });
    expect(refusals(store, [added])).toEqual([]);
  });
});

describe('a set that was taken back', () => {
  it('cannot be taken back again, until its taking back is', () => {
    const store = newStore(seed());
    const first = done(write(store, [change(1, { a: 'x' })]));
    const undo = done(apply(store, planOf(store, [first])));
    expect(planOf(store, [first])).toEqual({
      rounds: [],
      steps: [],
      dependents: [],
      refused: [{ reason: 'undone', ...refOf(1), columns: [] }],
    });
    const redo = done(apply(store, planOf(store, [undo])));
    expect(undoneSets(store.sets)).toEqual(new Map([[undo, redo]]));
    expect(refusals(store, [first])).toEqual([]);
  });

  it('is no dependent, and neither is what took it back', () => {
    const store = newStore(seed());
    const first = done(write(store, [change(1, { a: 'x' })]));
    const second = done(write(store, [change(1, { a: 'y' })]));
    done(apply(store, planOf(store, [second])));
    const third = done(write(store, [change(1, { a: 'z' })]));
    expect(planOf(store, [first]).dependents).toEqual([{ setId: third, why: 'sameColumns', ...refOf(1), columns: ['a'] }]);
  });

  it('leaves a dependent where an older one was taken back on top', () => {
    const store = newStore(seed());
    const oldest = done(write(store, [change(1, { b: 'x' })]));
    const first = done(write(store, [change(1, { a: 'x' })]));
    // Another program's undo, which wrote more than it took back.
    const undo = done(write(store, [change(1, { a: 'y', b: 'b1' })], [oldest]));
    expect(planOf(store, [first]).dependents).toEqual([{ setId: undo, why: 'sameColumns', ...refOf(1), columns: ['a'] }]);
  });
});

describe('a record that a set has added', () => {
  it('goes as it is', () => {
    const store = newStore(seed());
    const added = done(write(store, [{ type: 'add', recordId: 9, row: { a: 'n' } }]));
    expect(planOf(store, [added]).steps).toEqual([{ ...refOf(9), kind: 'deleted', before: { a: 'n', id: 9, version: 1 }, after: null }]);
  });

  it('waits for all that was done to it', () => {
    const store = newStore(seed());
    const added = done(write(store, [{ type: 'add', recordId: 9, row: { a: 'n', b: 'n' } }]));
    const changed = done(write(store, [change(9, { b: 'm' })]));
    const changedToo = done(write(store, [change(9, { a: 'm' })]));
    expect(planOf(store, [added]).dependents).toEqual([
      { setId: changedToo, why: 'sameRecord', ...refOf(9), columns: ['a'] },
      { setId: changed, why: 'sameRecord', ...refOf(9), columns: ['b'] },
    ]);
    const { plan } = closureOf(store, [added]);
    expect(plan.refused).toEqual([]);
    expect(plan.rounds.map(({ setId }) => setId)).toEqual([changedToo, changed, added]);
  });

  it('waits for whoever made others name it', () => {
    const store = newStore(seed());
    const added = done(write(store, [{ type: 'add', recordId: 9, row: { a: 'n', parent: 0 } }]));
    const named = done(write(store, [change(1, { parent: 9 }), change(2, { a: 'q' })]));
    const plan = planOf(store, [added]);
    expect(plan.dependents).toEqual([{ setId: named, why: 'namesRecord', ...refOf(1), columns: ['parent'] }]);
    expect(plan.refused).toEqual([{ reason: 'dependents', ...refOf(9), columns: [] }]);
    expect(closureOf(store, [added]).plan).toMatchObject({ refused: [], dependents: [] });
  });

  it('stays where others name it of whom the journal does not know', () => {
    const store = newStore(seed());
    const added = done(write(store, [{ type: 'add', recordId: 9, row: { a: 'n', parent: 0 } }]));
    for (const id of [1, 2]) store.rows.set(`thing:${id}`, { ...seed()[id - 1], parent: 9 });
    expect(planOf(store, [added])).toMatchObject({ dependents: [], refused: [{ reason: 'stillUsed', ...refOf(9), columns: [] }] });
    expect(planOf(store, [added]).refused).toHaveLength(1);
  });

  it('has gone, and whoever took it away goes along', () => {
    const store = newStore(seed());
    const added = done(write(store, [{ type: 'add', recordId: 9, row: { a: 'n' } }]));
    const changed = done(write(store, [change(9, { a: 'm' })]));
    const removed = done(write(store, [{ type: 'remove', recordId: 9 }]));
    expect(planOf(store, [changed]).dependents.map(({ setId }) => setId)).toEqual([removed]);
    expect(planOf(store, [added]).dependents.map(({ setId }) => setId)).toEqual([removed, changed]);
    expect(closureOf(store, [added]).plan).toMatchObject({ refused: [], steps: [] });
    expect(closureOf(store, [changed]).plan.steps).toEqual([
      { ...refOf(9), kind: 'created', before: null, after: { a: 'n', id: 9, version: 2 } },
    ]);
  });
});

describe('a record that a set has deleted', () => {
  it('comes back whole', () => {
    const store = newStore(seed());
    const removed = done(write(store, [{ type: 'remove', recordId: 2 }]));
    expect(planOf(store, [removed]).steps).toEqual([{ ...refOf(2), kind: 'created', before: null, after: seed()[1] }]);
  });

  it('does not come back where it is', () => {
    const store = newStore(seed());
    const removed = done(write(store, [{ type: 'remove', recordId: 2 }]));
    write(store, [{ type: 'add', recordId: 2, row: { a: 'back' } }]);
    expect(refusals(store, [removed])).toEqual([{ reason: 'restored', ...refOf(2), columns: [] }]);
  });
});

const world = (given: Partial<UndoWorld>): UndoWorld => ({
  chosen: [1],
  sets: [{ id: 1, undoes: [] }],
  entries: [],
  rows: new Map([['thing:1', { id: 1, a: 'x' }]]),
  namings: [],
  tables: () => FACTS,
  isWithoutColumns: false,
  ...given,
});
const entry = { id: 2, setId: 1, ...refOf(1), isErased: false };

describe('what the table or the journal no longer has', () => {
  it('is said by column, and left out with consent', () => {
    const entries = [{ ...entry, before: { a: 'a', mood: 'low' }, after: { a: 'x', mood: 'high' } }];
    expect(planUndo(world({ entries })).refused).toEqual([{ reason: 'columnsGone', ...refOf(1), columns: ['mood'] }]);
    const plan = planUndo(world({ entries, isWithoutColumns: true }));
    expect(plan.refused).toEqual([]);
    expect(plan.rounds).toEqual([{ setId: 1, entries: [{ ...entry, before: { a: 'a' }, after: { a: 'x' } }] }]);
  });

  it('cannot be left out where nothing else is left', () => {
    const entries = [{ ...entry, before: { mood: 'low' }, after: { mood: 'high' } }];
    const plan = planUndo(world({ entries, isWithoutColumns: true }));
    expect(plan).toMatchObject({ rounds: [{ entries: [] }], steps: [], refused: [{ reason: 'columnsGone', columns: ['mood'] }] });
  });

  it('does not hinder a record from going', () => {
    const entries = [{ ...entry, before: null, after: { id: 1, a: 'x', mood: 'high' } }];
    expect(planUndo(world({ entries }))).toMatchObject({ refused: [], steps: [{ kind: 'deleted' }] });
  });

  it('is erased', () => {
    for (const images of [
      { before: {}, after: {} },
      { before: null, after: {} },
      { before: {}, after: null },
    ])
      expect(planUndo(world({ entries: [{ ...entry, ...images, isErased: true }] })).refused).toEqual([
        { reason: 'erased', ...refOf(1), columns: [] },
      ]);
  });

  it('counts several entries of one record in a set as one', () => {
    const entries = [
      { ...entry, id: 3, before: { a: 'm' }, after: { a: 'x' } },
      { ...entry, before: { a: 'a', b: 'b' }, after: { a: 'm', b: 'y' } },
    ];
    const rows = new Map([['thing:1', { id: 1, a: 'x', b: 'y' }]]);
    expect(planUndo(world({ entries, rows })).steps).toEqual([
      { ...refOf(1), kind: 'changed', before: { a: 'x', b: 'y' }, after: { a: 'a', b: 'b' } },
    ]);
  });
});

/** Values occur once, so that a value is written again by nobody. */
const sequence = (): fc.Arbitrary<readonly (readonly Write[])[]> => {
  const id = fc.integer({ min: 1, max: 6 });
  const one = (at: number): fc.Arbitrary<Write> =>
    fc.oneof(
      id.map((recordId): Write => ({ type: 'add', recordId, row: { a: `a+${at}`, b: `b+${at}`, parent: 0 } })),
      fc.tuple(id, fc.constantFrom('a', 'b')).map(([recordId, name]): Write => change(recordId, { [name]: `${name}${at}.${recordId}` })),
      // Nothing hangs below what is younger: so there are no circles.
      fc.tuple(id, fc.nat(3)).map(([recordId, parent]): Write => change(recordId, { parent: parent < recordId ? parent : 0 })),
      id.map((recordId): Write => ({ type: 'remove', recordId })),
    );
  return fc
    .integer({ min: 1, max: 10 })
    .chain((length) => fc.tuple(...Array.from({ length }, (_, at) => fc.array(one(at), { minLength: 1, maxLength: 2 }))));
};

/** Only parents come to have a value that they had before. */
const withoutParents = (store: Store): unknown => Object.values(shown(store)).map(({ id, a, b }) => ({ id, a, b }));

/** Whether all that records would name is there: what is not is asked elsewhere. */
const isWhole = ({ steps }: UndoPlan, store: Store): boolean =>
  brokenReferences(
    newReferences(steps, () => [{ column: 'parent', of: 'thing', isParent: true }]),
    new Set(store.rows.keys()),
    steps,
  ).length === 0;

const play = (writes: readonly (readonly Write[])[]): { readonly store: Store; readonly ids: number[]; readonly seen: unknown[] } => {
  const store = newStore(seed());
  const ids: number[] = [];
  const seen: unknown[] = [shown(store)];
  for (const one of writes) {
    const id = write(store, one);
    if (id === null) continue;
    ids.push(id);
    seen.push(shown(store));
  }
  return { store, ids, seen };
};

describe('laws', () => {
  const runs = { numRuns: effort(300, 3000) };

  it('everything taken back is the beginning, and taken back again what was there', () => {
    fc.assert(
      fc.property(sequence(), (writes) => {
        const { store, ids } = play(writes);
        const after = shown(store);
        const plan = planOf(store, ids);
        expect(plan).toMatchObject({ refused: [], dependents: [] });
        const undo = apply(store, plan);
        expect(shown(store)).toEqual(shown(newStore(seed())));
        if (undo !== null) apply(store, planOf(store, [undo]));
        expect(shown(store)).toEqual(after);
      }),
      runs,
    );
  });

  it('the newest taken back one by one leads through every state that was', () => {
    fc.assert(
      fc.property(sequence(), (writes) => {
        const { store, ids, seen } = play(writes);
        for (const [index, id] of ids.toReversed().entries()) {
          const plan = planOf(store, [id]);
          expect(plan).toMatchObject({ refused: [], dependents: [] });
          apply(store, plan);
          expect(shown(store)).toEqual(seen[ids.length - 1 - index]);
        }
      }),
      runs,
    );
  });

  it('any of them, with those that depend on it, leave what the others alone would have written', () => {
    fc.assert(
      fc.property(sequence(), fc.nat(20), (writes, at) => {
        const { store, ids } = play(writes);
        if (ids.length === 0) return;
        const { chosen, plan } = closureOf(store, [ids[at % ids.length] ?? 0]);
        expect(plan.refused.filter(({ reason }) => reason !== 'restored')).toEqual([]);
        fc.pre(plan.refused.length === 0 && isWhole(plan, store));
        const alone = newStore(seed());
        for (const entry of store.entries.filter(({ setId }) => !chosen.includes(setId))) {
          const key = `thing:${entry.recordId}`;
          if (entry.after === null) alone.rows.delete(key);
          else if (entry.before === null || alone.rows.has(key)) alone.rows.set(key, { ...alone.rows.get(key), ...entry.after });
        }
        apply(store, plan);
        expect(withoutParents(store)).toEqual(withoutParents(alone));
      }),
      runs,
    );
  });

  it('a plan has a reason for each refusal, and says nothing twice', () => {
    fc.assert(
      fc.property(sequence(), fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }), (writes, at) => {
        const { store, ids } = play(writes);
        if (ids.length === 0) return;
        const chosen = at.map((one) => ids[one % ids.length] ?? 0);
        const { refused, dependents, steps } = planOf(store, chosen);
        expect(new Set(refused.map((one) => JSON.stringify(one))).size).toBe(refused.length);
        expect(new Set(steps.map(({ recordId }) => recordId)).size).toBe(steps.length);
        expect(dependents.filter(({ setId }) => chosen.includes(setId))).toEqual([]);
        expect(dependents.length > 0).toBe(refused.some(({ reason }) => reason === 'dependents'));
      }),
      runs,
    );
  });
});

describe('the text of a plan', () => {
  const store = newStore(seed());
  const first = done(write(store, [change(1, { a: 'x' })]));
  const text = (): string => planText({ ...planOf(store, [first]), sets: [first] });

  it('is the same for the same plan, in whatever order columns come', () => {
    const before = text();
    const step = { ...refOf(1), kind: 'changed' as const };
    const rest = { sets: [1], dependents: [], refused: [] };
    expect(planText({ ...rest, steps: [{ ...step, before: { a: 1, b: [{ c: 1, d: 2 }] }, after: null }] })).toBe(
      planText({ ...rest, steps: [{ ...step, before: { b: [{ d: 2, c: 1 }], a: 1 }, after: null }] }),
    );
    write(store, [change(1, { b: 'elsewhere' })]);
    expect(text()).toBe(before);
  });

  it('is another when anything in it is', () => {
    const base = {
      sets: [1],
      steps: [{ ...refOf(1), kind: 'changed' as const, before: { a: 1 }, after: { a: 2 } }],
      dependents: [{ setId: 4 }],
      refused: [{ reason: 'dependents' as const, ...refOf(1), columns: ['a'] }],
    };
    const [step] = base.steps as [(typeof base.steps)[number]];
    const others = [
      { ...base, sets: [2] },
      { ...base, steps: [] },
      { ...base, steps: [{ ...step, before: { a: 3 } }] },
      { ...base, steps: [{ ...step, after: { a: 3 } }] },
      { ...base, steps: [{ ...step, after: { b: 2 } }] },
      { ...base, steps: [{ ...step, recordId: 2 }] },
      { ...base, steps: [{ ...step, resource: 'other' }] },
      { ...base, steps: [{ ...step, kind: 'created' as const }] },
      { ...base, dependents: [] },
      { ...base, refused: [] },
      { ...base, refused: [{ reason: 'undone' as const, ...refOf(1), columns: ['a'] }] },
    ];
    expect(new Set([base, ...others].map(planText)).size).toBe(others.length + 1);
  });
});

it('a plan of many records looks at each of their entries a few times, and not once for every other', () => {
  const COUNT = 1000;
  const store = newStore(Array.from({ length: COUNT }, (_, index) => ({ id: index + 1, a: 'a', b: 'b', parent: 0, version: 1 })));
  const gone = done(
    write(
      store,
      Array.from({ length: COUNT }, (_, index): Write => ({ type: 'remove', recordId: index + 1 })),
    ),
  );
  let looks = 0;
  const counted = <T extends object>(entry: T): T =>
    new Proxy(entry, {
      get(target, name, receiver) {
        looks += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
  const { steps } = planOf({ ...store, entries: store.entries.map(counted) }, [gone]);
  expect(steps).toHaveLength(COUNT);
  expect(looks / COUNT).toBeLessThan(100);
});
