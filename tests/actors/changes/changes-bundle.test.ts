import { describe, expect, it } from 'vitest';
import { createActor, createEmptyActor, waitFor, type AnyActorLogic } from 'xstate';
import type { Call } from '#api/client';
import { changesBundle } from '#actors/changes/changes.bundle';
import { FailureError } from '#domain/base/failure';
import type { ChangePlan } from '#domain/changes/change-plan';
import { selectObstacles } from '#machines/changes/restore.machine';
import { selectDifferences } from '#machines/changes/change-records.machine';

interface Sent {
  readonly path: string;
  readonly input: unknown;
  readonly key: string | undefined;
}

/** The logics over a server that gives these answers in turn; an error is thrown. */
function over(...answers: readonly unknown[]) {
  const sent: Sent[] = [];
  const changed: string[] = [];
  const next = [...answers];
  const call = (async ({ path }: { path: string }, input: unknown, options?: { idempotencyKey?: string }) => {
    sent.push({ path, input, key: options?.idempotencyKey });
    const answer = next.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  }) as unknown as Call;
  return { sent, changed, bundle: changesBundle({ call, recordsChanged: (controller) => void changed.push(controller) }) };
}

const owners = { key: 'k', list: createEmptyActor(), dialog: createEmptyActor() };
const settled = async <Logic extends AnyActorLogic>(actor: ReturnType<typeof createActor<Logic>>) =>
  waitFor(actor as never, (snapshot: { hasTag: (tag: string) => boolean }) => !snapshot.hasTag('busy'));
const field = (key: string | null, name: string, before: unknown, after: unknown) => ({
  field: key,
  name,
  before,
  after,
  beforeText: null,
  afterText: null,
  isMasked: false,
});
const plan = {
  hash: 'a'.repeat(64),
  sets: [],
  steps: [{ resource: 'goods', recordId: 3, title: 'Tea', kind: 'changed', fields: [field('price', 'price', '12.50', '10.00')] }],
  dependents: [],
  refused: [],
  leftOut: [],
  counts: { created: 0, changed: 1, deleted: 0, refused: 0, dependents: 0 },
};
const refusal = (row: Readonly<Record<string, unknown>> | null) => ({
  id: 5,
  reason: 'taken',
  message: 'Taken',
  resource: 'goods',
  recordId: 3,
  title: 'Tea',
  fields: ['title_en', 'mood'],
  entry: null,
  row,
});
const conflict = (current: Readonly<Record<string, unknown>>) => new FailureError({ kind: 'rejected', code: 0, message: 'no', current });

describe('a plan', () => {
  it('is read by the declarations, and done as it was read', async () => {
    const { bundle, sent, changed } = over(plan, { change: 9, counts: {} });
    const actor = createActor(bundle.undoPlan, { input: { ...owners, request: { sets: [7] } } }).start();
    await settled(actor);
    expect(actor.getSnapshot().context.plan?.steps[0]?.fields).toEqual([field('price', 'price', 1250, 1000)]);
    expect(changed).toEqual([]);
    actor.send({ type: 'plan.confirmed' });
    await settled(actor);
    expect(sent).toEqual([
      { path: '/admin/security.Change/plan', input: { sets: [7] }, key: undefined },
      { path: '/admin/security.Change/apply', input: { sets: [7], hash: plan.hash }, key: `k:${plan.hash}:0` },
    ]);
    expect(changed).toEqual(['goods.Goods']);
  });

  it('is another one where the refusal brings one, and a failure where it does not', async () => {
    const moved = { ...plan, hash: 'b'.repeat(64) };
    const { bundle, changed } = over(plan, conflict(moved), conflict({ hash: 'nothing else' }));
    const actor = createActor(bundle.undoPlan, { input: { ...owners, request: { resource: 'goods', after: 4 } } }).start();
    await settled(actor);
    actor.send({ type: 'plan.confirmed' });
    await settled(actor);
    expect([actor.getSnapshot().value, (actor.getSnapshot().context.plan as ChangePlan).hash]).toEqual([
      { reviewing: 'renewed' },
      moved.hash,
    ]);
    actor.send({ type: 'plan.confirmed' });
    await settled(actor);
    expect(actor.getSnapshot().value).toEqual({ reviewing: 'refused' });
    expect(changed).toEqual([]);
  });
});

describe('the records of a write', () => {
  it('are read by the declaration of their section; what it does not know stays as it came', async () => {
    const record = {
      id: 1,
      // The write was made in another section.
      resource: 'goods',
      recordId: 3,
      title: 'Tea',
      kind: 'changed',
      isErased: false,
      fields: [
        field('price', 'price', null, '1.00'),
        field('titleEn', 'title_en', '', 'Tea'),
        field(null, 'mood', 'ok', 7),
        // Of a time when it was of another kind.
        field('stock', 'stock', 'many', 3),
        { ...field('price', 'price', '1*', '2*'), isMasked: true },
      ],
    };
    const { bundle, sent } = over({ set: { resource: 'goodsCategory' }, records: [record], total: 1 });
    const actor = createActor(bundle.changeRecords, { input: { set: 12, list: owners.list } }).start();
    await settled(actor);
    expect(selectDifferences(actor.getSnapshot())[0]?.fields.map(({ before, after }) => [before, after])).toEqual([
      [null, 100],
      ['', 'Tea'],
      ['ok', 7],
      ['many', 3],
      ['1*', '2*'],
    ]);
    expect(sent).toEqual([{ path: '/admin/security.Change/info', input: { id: 12, page: 1 }, key: undefined }]);
  });
});

describe('the history of a record', () => {
  it('asks for the newest without a beginning, and for older ones from where the last page ended', async () => {
    const version = {
      id: 9,
      resource: 'goods',
      recordId: 3,
      title: 'Tea',
      kind: 'changed',
      isErased: false,
      fields: [field('price', 'price', '1.00', '2.00')],
    };
    const page = { versions: [version], next: 9, exists: true, canRewind: true };
    const { bundle, sent } = over(page, { ...page, versions: [{ ...version, id: 4 }], next: null });
    const actor = createActor(bundle.recordHistory, { input: { resource: 'goods', id: 3, form: createEmptyActor() } }).start();
    await settled(actor);
    actor.send({ type: 'history.moreRequested' });
    await settled(actor);
    expect(sent.map(({ input }) => input)).toEqual([
      { resource: 'goods', id: 3 },
      { resource: 'goods', id: 3, before: 9 },
    ]);
    expect(actor.getSnapshot().context.versions.map(({ id, fields }) => [id, fields[0]?.after])).toEqual([
      [9, 200],
      [4, 200],
    ]);
  });
});

describe('what was deleted', () => {
  it('comes back with the values that were given, in their wire form, once what was in the way is settled', async () => {
    const { bundle, sent, changed } = over(conflict({ refused: [refusal({ title_en: 'Tea', price: '1.00' })] }), {
      count: 1,
      refused: [],
    });
    const actor = createActor(bundle.restore, { input: { ...owners, entries: [5, 6], resources: ['goods'] } }).start();
    await settled(actor);
    expect(selectObstacles(actor.getSnapshot())).toEqual([
      { ...refusal(null), row: undefined, fields: ['titleEn', 'mood'], record: { titleEn: 'Tea', price: 100 } },
    ]);
    expect(changed).toEqual([]);
    actor.send({ type: 'clash.valueGiven', id: 5, field: 'titleEn', value: 'Green tea' });
    actor.send({ type: 'restore.confirmed' });
    await settled(actor);
    expect(sent.map(({ path, input, key }) => [path, input, key])).toEqual([
      ['/admin/security.DataRecycleLog/restore', { ids: [5, 6], values: {}, withParents: false, withoutColumns: false }, 'k:0'],
      [
        '/admin/security.DataRecycleLog/restore',
        { ids: [5, 6], values: { 5: { title_en: 'Green tea' } }, withParents: false, withoutColumns: false },
        'k:1',
      ],
    ]);
    expect([actor.getSnapshot().status, changed]).toEqual(['done', ['goods.Goods']]);
  });

  it('sends no values of what stays in the bin', async () => {
    const { bundle, sent } = over(conflict({ refused: [refusal({ title_en: 'Tea' })] }), { count: 1, refused: [] });
    const actor = createActor(bundle.restore, { input: { ...owners, entries: [5, 6], resources: ['goods'] } }).start();
    await settled(actor);
    actor.send({ type: 'clash.valueGiven', id: 5, field: 'titleEn', value: 'Green tea' });
    actor.send({ type: 'entry.leftOut', id: 5 });
    actor.send({ type: 'restore.confirmed' });
    await settled(actor);
    expect(sent[1]?.input).toEqual({ ids: [6], values: {}, withParents: false, withoutColumns: false });
  });

  it.each([[conflict({ refused: [] })], [conflict({ refused: [{ id: 'x' }] })], [conflict({ title: 'Tea' })]])(
    'is a failure where the refusal names nothing that is in the way',
    async (failure) => {
      const { bundle } = over(failure);
      const actor = createActor(bundle.restore, { input: { ...owners, entries: [5], resources: [] } }).start();
      await settled(actor);
      expect(actor.getSnapshot().value).toBe('failed');
    },
  );
});

describe('a watched field', () => {
  it('is rolled back, over what was written since only when that is said', async () => {
    const overtaken = { ...refusal(null), reason: 'changedSince', resource: 'member' };
    const { bundle, sent, changed } = over(conflict({ refused: [overtaken] }), { count: 1, refused: [] });
    const actor = createActor(bundle.rollBack, { input: { ...owners, ids: [5], resources: ['member', 'gone'] } }).start();
    actor.send({ type: 'rollBack.confirmed' });
    await settled(actor);
    actor.send({ type: 'rollBack.forced' });
    await settled(actor);
    expect(sent.map(({ input }) => input)).toEqual([
      { ids: [5], force: false },
      { ids: [5], force: true },
    ]);
    expect([actor.getSnapshot().status, changed]).toEqual(['done', ['user.User']]);
  });

  it('is revealed beside the actor, and forgotten when it is hidden', async () => {
    const { bundle, sent } = over({ before: '13900000000', after: '13800000000' });
    const { logic, values } = bundle.newReveal();
    const actor = createActor(logic, { input: { id: 4 } }).start();
    expect([sent.length, values()]).toEqual([0, null]);
    actor.send({ type: 'reveal.requested' });
    await settled(actor);
    expect([values(), sent[0]?.path, sent[0]?.input]).toEqual([
      { before: '13900000000', after: '13800000000' },
      '/admin/security.SensitiveDataLog/reveal',
      { id: 4 },
    ]);
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('139');
    actor.send({ type: 'reveal.hidden' });
    expect(values()).toBeNull();
  });
});
