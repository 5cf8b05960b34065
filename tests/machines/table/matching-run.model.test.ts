import { describe, expect, it } from 'vitest';
import { assign, createActor, createEmptyActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { MAX_UNDONE_SETS } from '#domain/table/bulk';
import { MAX_MATCHING, type MatchingAct, type PortionOutcome } from '#domain/table/matching';
import { NO_REHEARSAL, type PercentRehearsal } from '#domain/table/percent';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import { matchingRunMachine, selectIsMatchingRunning } from '#machines/table/matching-run.machine';
import type { PortionTask, ReadIdsTask, UndoTask } from '#machines/table/matching.vocabulary';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';

const REMOVAL: MatchingAct = { kind: 'delete' };
const DEARER: MatchingAct = { kind: 'edit', values: {}, percents: { price: '10' } };
const input = { resource: 'goods', query: EMPTY_QUERY, total: 2, list: createEmptyActor(), dialog: createEmptyActor() };
const outcome = (more: Partial<PortionOutcome> = {}): PortionOutcome => ({ done: 1, change: 7, refused: [], again: [], ...more });
const offline = new FailureError({ kind: 'unreachable', online: false });
const refusal = new FailureError({ kind: 'rejected', code: 0, message: 'no' });

/** With few records and small portions. */
const machine = matchingRunMachine.provide({
  guards: {
    isTooMany: (_, ids) => ids.length > 3,
    isFull: ({ context }, { change }) => context.changes.length + (change === null ? 0 : 1) >= 2,
  },
  actions: {
    setIds: assign((_, ids: readonly number[]) => ({ ids, known: ids.length, queue: ids.map((id) => [id]), failure: null })),
  },
});

describeModel({
  machine,
  inputs: [input],
  events: [
    { type: 'matching.actChosen', kind: 'delete' },
    { type: 'matching.confirmed', act: REMOVAL, key: 'k' },
    { type: 'matching.confirmed', act: DEARER, key: 'k' },
    { type: 'matching.agreed' },
    { type: 'matching.returned' },
    { type: 'matching.stopRequested' },
    { type: 'matching.retried' },
    { type: 'matching.undoRequested' },
    { type: 'matching.left' },
    { type: 'matching.advanced', known: 1 },
    done('readIds', [1, 2]),
    done('readIds', [1, 2, 3]),
    done('readIds', [1, 2, 3, 4]),
    done('readIds', []),
    failed('readIds', offline),
    done('rehearsePortion', NO_REHEARSAL),
    done('rehearsePortion', { ...NO_REHEARSAL, refused: [{ id: 1, message: 'no' }] }),
    failed('rehearsePortion', offline),
    done('writePortion', outcome()),
    done('writePortion', outcome({ again: [[2]] })),
    done('writePortion', outcome({ done: 0, change: null, refused: [{ id: 1, reason: 'no' }], again: [[2]] })),
    failed('writePortion', offline),
    failed('writePortion', refusal),
    done('undoAll'),
    failed('undoAll', refusal),
  ],
  view: ({ context: { act, ids, queue, refusedCount, changes, failure } }) => ({
    left: queue.length,
    kind: act?.kind,
    ids: ids.length,
    isRefused: refusedCount > 0,
    hasChanges: changes.length > 0,
    failure: failure?.kind,
  }),
  // A portion is refused in part once, or there would be no end.
  only: ({ context }, event) =>
    !(event.type.startsWith('xstate.done.actor.writePortion') && 'output' in event && (event.output as PortionOutcome).again.length > 0) ||
    context.refusedCount + context.changes.length < 2,
});

interface World {
  readonly ids?: readonly number[];
  readonly answers?: readonly (PortionOutcome | FailureError)[];
  readonly rehearsals?: readonly PercentRehearsal[];
  /** What becomes of each undo in its turn; null, and what is not named, is done. */
  readonly undos?: readonly (FailureError | null)[];
}

function begin({ ids = [1, 2], answers = [], rehearsals = [], undos = [] }: World) {
  const sent: PortionTask[] = [];
  const undone: UndoTask[] = [];
  const list = recorder();
  const dialog = recorder();
  const announced: unknown[] = [];
  const left = [...answers];
  const shown = [...rehearsals];
  const undoing = [...undos];
  const logic = matchingRunMachine.provide({
    actors: {
      readIds: fromPromise<readonly number[], ReadIdsTask>(() => Promise.resolve(ids)),
      rehearsePortion: fromPromise<PercentRehearsal, Omit<PortionTask, 'idempotencyKey'>>(() =>
        Promise.resolve(shown.shift() ?? NO_REHEARSAL),
      ),
      writePortion: fromPromise<PortionOutcome, PortionTask>(async ({ input: task }) => {
        sent.push(task);
        const answer = left.shift() ?? outcome({ done: task.ids.length });
        if (answer instanceof FailureError) throw answer;
        return answer;
      }),
      undoAll: fromPromise<void, UndoTask>(({ input: task }) => {
        undone.push(task);
        const failure = undoing.shift();
        return failure ? Promise.reject(failure) : Promise.resolve();
      }),
    },
    actions: { announce: (_, params) => void announced.push(params) },
  });
  const actor = createActor(logic, { input: { ...input, list: list.ref, dialog: dialog.ref } }).start();
  const confirm = (act: MatchingAct = REMOVAL) => {
    actor.send({ type: 'matching.actChosen', kind: act.kind });
    actor.send({ type: 'matching.confirmed', act, key: 'k' });
  };
  const until = (step: 'over' | 'paused' | 'differing' | 'rehearsed' | 'asking' | 'undone' | 'notUndone') =>
    waitFor(actor, (snapshot) => snapshot.matches(step), { timeout: 5000 });
  return { actor, confirm, until, sent, undone, list, dialog, announced };
}
const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const rehearsed = (before: number, refused: PercentRehearsal['refused'] = []): PercentRehearsal => ({
  rows: [],
  sums: [{ field: 'price', count: 1, before, after: before * 2 }],
  refused,
});

describe('a run over all that match', () => {
  it('says what came or went meanwhile, and begins only when somebody agrees', async () => {
    const { actor, confirm, until, sent } = begin({ ids: [1, 2, 3] });
    confirm();
    await until('differing');
    expect(sent).toEqual([]);
    actor.send({ type: 'matching.agreed' });
    await until('over');
    expect(sent.map(({ ids }) => ids)).toEqual([[1, 2, 3]]);
  });

  it('is none where too many match, or none', async () => {
    for (const [count, stage] of [
      [MAX_MATCHING + 1, 'tooMany'],
      [0, 'none'],
    ] as const) {
      const { actor, confirm, until, sent } = begin({ ids: many(count) });
      confirm();
      await until('asking');
      expect([actor.getSnapshot().value, sent]).toEqual([{ asking: stage }, []]);
    }
  });

  it('goes in portions, each under a key of its own, and leaves out what is refused', async () => {
    const again = many(199);
    const { actor, confirm, until, sent, announced, list } = begin({
      ids: many(450),
      answers: [
        outcome({ done: 0, change: null, refused: [{ id: 200, reason: 'kept' }], again: [again] }),
        outcome({ done: 199, change: 8 }),
      ],
    });
    confirm();
    await until('differing');
    actor.send({ type: 'matching.agreed' });
    await until('over');
    expect(sent.map(({ ids, idempotencyKey }) => [ids.length, idempotencyKey])).toEqual([
      [200, 'k:0'],
      [199, 'k:1'],
      [200, 'k:2'],
      [50, 'k:3'],
    ]);
    const { done: reached, refused, changes } = actor.getSnapshot().context;
    expect([reached, refused, changes]).toEqual([449, [{ id: 200, reason: 'kept' }], [8, 7, 7]]);
    expect(announced).toEqual([{ resource: 'goods', act: REMOVAL, done: 449, changes: [8, 7, 7] }]);
    expect(list.heard).toEqual([{ type: 'collection.refreshed' }]);
  });

  it('stops behind the portion that was sent, and takes back what was done by one call', async () => {
    const { actor, confirm, until, sent, undone, dialog, list } = begin({ ids: many(401) });
    confirm();
    await until('differing');
    actor.send({ type: 'matching.agreed' });
    actor.send({ type: 'matching.stopRequested' });
    await until('over');
    expect([actor.getSnapshot().value, sent.length]).toEqual([{ over: 'stopped' }, 1]);
    actor.send({ type: 'matching.undoRequested' });
    expect(selectIsMatchingRunning(actor.getSnapshot())).toBe(true);
    await until('undone');
    expect(undone).toEqual([{ resource: 'goods', changes: [7], idempotencyKey: 'k:undo' }]);
    actor.send({ type: 'matching.left' });
    expect(dialog.heard).toEqual([{ type: 'rowWindow.closed' }]);
    expect(list.heard.at(-1)).toEqual({ type: 'collection.rowsSelected', ids: [] });
  });

  it('takes all of it back under one key, however often that has to be tried', async () => {
    const { actor, confirm, until, undone } = begin({ undos: [offline, refusal, null] });
    confirm();
    await until('over');
    for (const step of ['notUndone', 'notUndone', 'undone'] as const) {
      actor.send({ type: 'matching.undoRequested' });
      await until(step);
    }
    expect(undone.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['k:undo', 'k:undo', 'k:undo']);
    expect(actor.getSnapshot().context.failure).toBeNull();
  });

  it('sends what nobody answered once more under its key', async () => {
    const { actor, confirm, until, sent } = begin({ answers: [offline, outcome({ done: 2 })] });
    confirm();
    await until('paused');
    expect(selectIsMatchingRunning(actor.getSnapshot())).toBe(true);
    actor.send({ type: 'matching.retried' });
    await until('over');
    expect([sent.map(({ idempotencyKey }) => idempotencyKey), actor.getSnapshot().context.done]).toEqual([['k:0', 'k:0'], 2]);
  });

  it('knows when it does not know what became of a portion', async () => {
    for (const [failure, stage] of [
      [offline, 'unsure'],
      [refusal, 'stopped'],
    ] as const) {
      const { actor, confirm, until } = begin({ answers: [failure] });
      confirm();
      await until('paused');
      actor.send({ type: 'matching.stopRequested' });
      expect(actor.getSnapshot().value).toEqual({ over: stage });
    }
  });

  it('ends before it has made more writes than one undo takes back', async () => {
    const answers = many(MAX_UNDONE_SETS).map((id) => outcome({ change: id, again: [[1]] }));
    const { actor, confirm, until } = begin({ answers });
    confirm();
    await until('over');
    expect([actor.getSnapshot().value, actor.getSnapshot().context.changes.length]).toEqual([{ over: 'full' }, MAX_UNDONE_SETS]);
  });

  it('by percent is rehearsed for all of them first; those that cannot take it are never sent', async () => {
    const { actor, confirm, until, sent } = begin({
      ids: many(201),
      rehearsals: [rehearsed(100), rehearsed(50, [{ id: 201, message: 'above the list price' }])],
    });
    confirm(DEARER);
    await until('differing');
    actor.send({ type: 'matching.agreed' });
    await until('rehearsed');
    expect(actor.getSnapshot().context.rehearsal.sums).toEqual([{ field: 'price', count: 2, before: 150, after: 300 }]);
    expect(sent).toEqual([]);
    actor.send({ type: 'matching.agreed' });
    await until('over');
    expect([sent.map(({ ids }) => ids.length), actor.getSnapshot().context.refused]).toEqual([
      [200],
      [{ id: 201, reason: 'above the list price' }],
    ]);
  });
});
