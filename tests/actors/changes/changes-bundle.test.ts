import { describe, expect, it } from 'vitest';
import { createActor, createEmptyActor, fromCallback, fromTransition, waitFor, type AnyActorLogic, type EventObject } from 'xstate';
import type { Call } from '#api/client';
import { changesBundle } from '#actors/changes/changes.bundle';
import { FailureError } from '#domain/base/failure';
import type { ChangePlan } from '#domain/changes/change-plan';
import { selectBinContent, selectBinFailure } from '#machines/changes/bin-sections.machine';
import { selectChoicesFailure, selectEarlier, selectRuleChoices, selectRuleSubject } from '#machines/changes/rule-subject.machine';
import { selectObstacles } from '#machines/changes/restore.machine';
import { selectDifferences } from '#machines/changes/change-records.machine';
import '#tests/support/all-sections.ts';

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
  const bounds: unknown[] = [];
  const call = (async ({ path }: { path: string }, input: unknown, options?: { idempotencyKey?: string; timeoutMs?: number }) => {
    sent.push({ path, input, key: options?.idempotencyKey });
    if (options?.idempotencyKey !== undefined) bounds.push(options.timeoutMs);
    const answer = next.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  }) as unknown as Call;
  return { sent, changed, bounds, bundle: changesBundle({ call, recordsChanged: (controller) => void changed.push(controller) }) };
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

  it('tells all lists where records above came along, which may be of any section', async () => {
    const gone = { ...refusal(null), reason: 'parentGone', entry: 8 };
    const { bundle, changed } = over(conflict({ refused: [gone] }), { count: 2, refused: [] });
    const actor = createActor(bundle.restore, { input: { ...owners, entries: [5], resources: ['goods'] } }).start();
    await settled(actor);
    actor.send({ type: 'parent.included', isIncluded: true });
    actor.send({ type: 'restore.confirmed' });
    await settled(actor);
    expect([actor.getSnapshot().status, changed]).toEqual(['done', expect.arrayContaining(['goods.Goods', 'goods.Category'])]);
  });

  it('tells all lists of a plan with more steps than are shown', async () => {
    const { bundle, changed } = over({ ...plan, counts: { ...plan.counts, changed: 300 } }, { change: 9, counts: {} });
    const actor = createActor(bundle.undoPlan, { input: { ...owners, request: { sets: [7] } } }).start();
    await settled(actor);
    actor.send({ type: 'plan.confirmed' });
    await settled(actor);
    expect(changed).toEqual(expect.arrayContaining(['goods.Goods', 'goods.Category']));
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

const wrong = (status: number) => new FailureError({ kind: 'http', status, url: '/admin' });
const silent = new FailureError({ kind: 'timeout' });
const refused = new FailureError({ kind: 'rejected', code: 0, message: 'no' });

const opened = async (...answers: readonly unknown[]) => {
  const world = over(...answers);
  const told: string[] = [];
  const listener = (name: string) =>
    createActor(fromCallback<EventObject>(({ receive }) => receive(({ type }) => void told.push(`${name}: ${type}`)))).start();
  const input = { resource: 'member', id: 7, key: 'k', list: listener('list'), dialog: listener('dialog') };
  const actor = createActor(world.bundle.erasure, { input }).start();
  await settled(actor);
  const confirmed = async () => {
    actor.send({ type: 'erasure.confirmed' });
    await settled(actor);
  };
  return { ...world, actor, told, confirmed };
};

describe('erasing what a record was', () => {
  const counts = { versions: 3, deletions: 1, watched: 0 };
  const found = { ...counts, title: 'Ann', exists: true, first: 1, last: 2, requests: 0, erased: 0 };

  it('asks what goes, sends the name that was typed, and tells the list; of the reply only what went is kept', async () => {
    const { actor, sent, told, confirmed } = await opened(found, { count: 4, change: 9, ...counts });
    actor.send({ type: 'title.typed', text: ' Ann' });
    await confirmed();
    expect(sent).toEqual([
      { path: '/admin/security.Change/erasure', input: { resource: 'member', id: 7 }, key: undefined },
      { path: '/admin/security.Change/erase', input: { resource: 'member', id: 7, title: ' Ann' }, key: 'k:0' },
    ]);
    const { value, context } = actor.getSnapshot();
    expect([value, context.done, told]).toEqual(['done', counts, ['list: collection.refreshed']]);
    actor.send({ type: 'erasure.closed' });
    expect(told).toEqual(['list: collection.refreshed', 'dialog: disclosure.closed']);
  });

  it('is the same write again where no answer came, and another one after a refusal', async () => {
    const { actor, sent, told, confirmed } = await opened(found, silent, refused, { count: 4, ...counts });
    actor.send({ type: 'title.typed', text: 'Ann' });
    await confirmed();
    expect([actor.getSnapshot().value, actor.getSnapshot().context.failure]).toEqual(['reviewing', silent.failure]);
    await confirmed();
    expect([actor.getSnapshot().value, actor.getSnapshot().context.failure]).toEqual(['reviewing', refused.failure]);
    // It may have been done although nobody said so.
    expect(told).toEqual(['list: collection.refreshed']);
    await confirmed();
    expect(sent.slice(1).map(({ key }) => key)).toEqual(['k:0', 'k:0', 'k:1']);
    expect([actor.getSnapshot().value, actor.getSnapshot().context.failure]).toEqual(['done', null]);
  });

  it('erases nothing of what could not be looked up, until that is answered', async () => {
    const { actor, sent } = await opened(silent, found);
    actor.send({ type: 'title.typed', text: 'Ann' });
    actor.send({ type: 'erasure.confirmed' });
    expect([actor.getSnapshot().value, actor.getSnapshot().context.failure, sent.length]).toEqual(['unplanned', silent.failure, 1]);
    actor.send({ type: 'erasure.retried' });
    await settled(actor);
    expect([actor.getSnapshot().value, actor.getSnapshot().context.plan]).toEqual(['reviewing', found]);
  });
});

describe('a write that nobody answers', () => {
  const entries = { ...owners, resources: ['goods'] };
  const found = { versions: 3, deletions: 1, watched: 0, title: 'Ann', exists: true, first: 1, last: 2, requests: 0, erased: 0 };

  it('is waited for no longer than the server works at it, and may have been done: its sections are told', async () => {
    const { bundle, bounds, changed } = over(plan, silent, silent, silent, found, silent);
    const planned = createActor(bundle.undoPlan, { input: { ...owners, request: { sets: [7] } } }).start();
    await settled(planned);
    planned.send({ type: 'plan.confirmed' });
    await settled(planned);
    await settled(createActor(bundle.restore, { input: { ...entries, entries: [5] } }).start());
    const rollBack = createActor(bundle.rollBack, { input: { ...entries, ids: [5] } }).start();
    rollBack.send({ type: 'rollBack.confirmed' });
    await settled(rollBack);
    expect(changed).toEqual(['goods.Goods', 'goods.Goods', 'goods.Goods']);
    const erasure = createActor(bundle.erasure, { input: { ...owners, resource: 'member', id: 7 } }).start();
    await settled(erasure);
    erasure.send({ type: 'title.typed', text: 'Ann' });
    erasure.send({ type: 'erasure.confirmed' });
    await settled(erasure);
    expect(bounds).toEqual([40_000, 40_000, 40_000, 40_000]);
  });
});

const content = (count: number) => ({ sections: [{ resource: 'goods', count }], days: 90 });

describe('what is in the bin, by section', () => {
  interface List {
    readonly rows: readonly unknown[] | null;
    readonly query: { readonly page: number };
  }
  /** A list of which nothing but its rows and its query are looked at. */
  const listOf = () => {
    const first: List = { rows: null, query: { page: 1 } };
    return createActor(
      fromTransition((state: List, { next }: { type: 'read'; next?: Partial<List> }) => ({ ...state, ...next }), first),
    ).start();
  };
  const shown = async (list: ReturnType<typeof listOf>, ...answers: readonly unknown[]) => {
    const world = over(...answers);
    const actor = createActor(world.bundle.binSections, { input: { list } }).start();
    await settled(actor);
    return { ...world, actor };
  };

  it('is asked for again when the list was read again, and not when it shows another page or nothing yet', async () => {
    const list = listOf();
    const { actor, sent } = await shown(list, content(2), content(1));
    list.send({ type: 'read', next: { rows: [1] } });
    expect(actor.getSnapshot().value).toBe('shown');
    list.send({ type: 'read', next: { rows: [1, 2] } });
    await settled(actor);
    expect([sent.length, selectBinContent(actor.getSnapshot())]).toEqual([2, content(1)]);
    list.send({ type: 'read', next: { rows: [3], query: { page: 2 } } });
    list.send({ type: 'read', next: { rows: null, query: { page: 3 } } });
    list.send({ type: 'read', next: { rows: [3] } });
    list.send({ type: 'read' });
    await settled(actor);
    expect(sent).toEqual(Array.from({ length: 2 }, () => ({ path: '/admin/security.DataRecycleLog/sections', input: {}, key: undefined })));
    actor.stop();
    list.send({ type: 'read', next: { rows: [4] } });
    expect(sent).toHaveLength(2);
  });

  it('is nothing on a server that does not count it', async () => {
    const { actor } = await shown(listOf(), wrong(404));
    expect([actor.getSnapshot().value, selectBinContent(actor.getSnapshot())]).toEqual(['shown', { sections: [], days: null }]);
  });

  it.each([silent, refused, wrong(500)])('keeps what was shown where it fails, and asks again: %s', async (failure) => {
    const list = listOf();
    const { actor } = await shown(list, content(2), failure, content(3));
    list.send({ type: 'read', next: { rows: [1] } });
    list.send({ type: 'read', next: { rows: [2] } });
    await settled(actor);
    expect([selectBinFailure(actor.getSnapshot()), selectBinContent(actor.getSnapshot())]).toEqual([failure.failure, content(2)]);
    actor.send({ type: 'bin.retried' });
    await settled(actor);
    expect([selectBinFailure(actor.getSnapshot()), selectBinContent(actor.getSnapshot())]).toEqual([null, content(3)]);
  });
});

const formOf = (values: Readonly<Record<string, unknown>> = {}) =>
  createActor(
    fromTransition(
      (state: { values: typeof values }, event: { type: 'write'; values?: typeof values }) =>
        event.values ? { values: event.values } : state,
      { values },
    ),
  ).start();

const ruleOver = async (kind: 'recycle' | 'sensitive', form: ReturnType<typeof formOf>, ...answers: readonly unknown[]) => {
  const world = over(...answers);
  const actor = createActor(world.bundle.ruleSubject, { input: { kind, form } }).start();
  await settled(actor);
  return { ...world, actor, counted: () => waitFor(actor, (snapshot) => !snapshot.matches({ choosing: 'counting' })) };
};

describe('what a rule can be about', () => {
  const choices = {
    controllers: { 'goods/Goods': 'Goods', 'user/User': 'Members', 'other/Thing': 'Things' },
    sections: [{ controller: 'goods/Goods', resource: 'goods', rule: 4 }],
  };

  it('is what the server names; a controller that it names alone is found among the sections that are known here', async () => {
    const { actor, sent } = await ruleOver('recycle', formOf(), choices);
    expect(selectRuleChoices(actor.getSnapshot())).toEqual([
      { controller: 'goods/Goods', resource: 'goods', rule: 4 },
      { controller: 'user/User', resource: 'member', rule: null },
      { controller: 'other/Thing', resource: '', rule: null },
    ]);
    expect(sent).toEqual([{ path: '/admin/security.DataRecycle/add', input: {}, key: undefined }]);
  });

  it('counts what was before it, as often as the form says something else, and no oftener', async () => {
    const goodsRule = { controller: 'goods/Goods', fields: [{ key: 'price' }, { key: '' }] };
    const form = formOf(goodsRule);
    const { actor, sent, counted } = await ruleOver('sensitive', form, choices, { earlier: 41 }, { earlier: 7 });
    await counted();
    expect(selectEarlier(actor.getSnapshot())).toBe(41);
    form.send({ type: 'write', values: { ...goodsRule, name: 'Prices' } });
    form.send({ type: 'write', values: { ...goodsRule, fields: [{ key: 'price' }, { key: 'stock' }] } });
    await counted();
    expect(selectEarlier(actor.getSnapshot())).toBe(7);
    form.send({ type: 'write', values: { controller: null, fields: 'none' } });
    expect([selectEarlier(actor.getSnapshot()), selectRuleSubject(actor.getSnapshot())]).toEqual([0, { controller: '', columns: [] }]);
    expect(sent.slice(1)).toEqual([
      { path: '/admin/security.SensitiveData/reach', input: { controller: 'goods/Goods', columns: 'price' }, key: undefined },
      { path: '/admin/security.SensitiveData/reach', input: { controller: 'goods/Goods', columns: 'price,stock' }, key: undefined },
    ]);
    actor.stop();
    form.send({ type: 'write', values: goodsRule });
    expect(sent).toHaveLength(3);
  });

  it.each([silent, refused, wrong(404)])('says no number where it cannot be counted, and fails by nothing else: %s', async (failure) => {
    const { actor, sent, counted } = await ruleOver('recycle', formOf({ controller: 'goods/Goods' }), choices, failure);
    await counted();
    expect([actor.getSnapshot().value, selectEarlier(actor.getSnapshot()), selectChoicesFailure(actor.getSnapshot())]).toEqual([
      { choosing: 'still' },
      0,
      null,
    ]);
    expect(sent).toHaveLength(2);
  });

  it.each([silent, refused, wrong(404)])(
    'fails where it cannot be read, knows the form meanwhile, and is read again: %s',
    async (failure) => {
      const form = formOf();
      const { actor, counted } = await ruleOver('recycle', form, failure, choices, { earlier: 3 });
      expect([selectChoicesFailure(actor.getSnapshot()), selectRuleChoices(actor.getSnapshot())]).toEqual([failure.failure, []]);
      form.send({ type: 'write', values: { controller: 'goods/Goods' } });
      actor.send({ type: 'choices.retried' });
      await settled(actor);
      await counted();
      expect([selectChoicesFailure(actor.getSnapshot()), selectEarlier(actor.getSnapshot())]).toEqual([null, 3]);
    },
  );
});
