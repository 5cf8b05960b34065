import { afterEach, describe, expect, it, vi } from 'vitest';
import { filter, Subject } from 'rxjs';
import { createActor, fromCallback, waitFor } from 'xstate';
import { createClient } from '#api/client';
import { SHIPPED_RESOURCES } from '#tests/support/all-sections.ts';
import { createTransport } from '#api/transport';
import { collectionLogic } from '#actors/table/collection.actors';
import { sectionInput } from '#actors/shell/section-input';
import type { Failure } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import type { CollectionReport } from '#machines/table/collection.vocabulary';
import { selectEmptiness, selectRecordForm, type CollectionRef } from '#machines/table/collection.selectors';
import { selectIsRecordDirty } from '#machines/table/record-form.machine';

interface Sent {
  readonly call: string;
  readonly body: unknown;
  readonly key: string | null;
}

const resourceOf = (name: string): Resource => {
  const found = SHIPPED_RESOURCES.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};
const ALL = { mayAdd: true, mayEdit: true, mayDelete: true, maySort: true };
const accepted = (data: unknown = null) => ({ code: 1, msg: '', time: 1, data });
const row = (id: number, title: string) => ({
  id,
  title,
  price: '12.30',
  status: 'on',
  weigh: id,
  version: 3,
  tags: '',
  create_time: 1_700_000_000,
});
const page = (...list: unknown[]) => accepted({ list, total: list.length, remark: 'Mind the prices' });

let running: { stop: () => void } | undefined;
afterEach(() => running?.stop());

/** A table on a server that answers what the test says. */
function tableOf(name: string, answers: (call: string, body: unknown) => unknown) {
  const recordsChanged = new Subject<string>();
  const returned = new Subject<string>();
  const lineBack = new Subject<void>();
  const line = { isThere: true };
  const sent: Sent[] = [];
  const shown: (Failure | string)[] = [];
  const reports: CollectionReport[] = [];
  let keys = 0;
  const transport = createTransport({
    language: () => 'en',
    isOnline: () => line.isThere,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const call = `${request.method} ${pathname.replace(/^\/api\/admin\/[^/]+\//u, '')}${decodeURIComponent(search)}`;
      const body: unknown = request.method === 'POST' ? await request.json() : null;
      sent.push({ call, body, key: request.headers.get('idempotency-key') });
      return Response.json(await answers(call, body));
    },
  });
  const call = createClient(transport, { tokens: () => ({ admin: null, member: null }), announce: () => {} });
  const logic = collectionLogic({
    call,
    resourceOf,
    notices: {
      succeeded: () => {},
      failed: (failure) => shown.push(failure),
      done: (key) => shown.push(key),
      warned: (key) => shown.push(key),
    },
    newKey: () => `key-${(keys += 1)}`,
    recordsChanged,
    returned: (resource) => returned.pipe(filter((one) => one === resource)),
    lineBack,
  });
  const owner = createActor(fromCallback<CollectionReport>(({ receive }) => receive((report) => reports.push(report)))).start();
  const table = createActor(logic, { input: { ...sectionInput(resourceOf(name), ALL, null), params: {}, owner } }).start();
  running = table;
  return { table: table as CollectionRef, sent, shown, reports, recordsChanged, returned, lineBack, line };
}

const formOf = (table: CollectionRef) => {
  const form = selectRecordForm(table.getSnapshot());
  if (!form) throw new Error('no form is open');
  return form;
};

/** Every change has reached the server, and the list is as it is there. */
const settled = (table: CollectionRef) =>
  waitFor(table, (snapshot) => snapshot.context.changes.length === 0 && snapshot.matches({ list: { browsing: 'ready' } }));

const ready = (table: CollectionRef) => waitFor(table, (snapshot) => snapshot.matches({ list: { browsing: 'ready' } }));

describe('a table', () => {
  it('shows decoded rows with total and remark', async () => {
    const { table, sent } = tableOf('goods', () => page(row(1, 'Green tea')));
    const { context } = await ready(table);
    expect(sent).toEqual([{ call: 'GET index?page=1&limit=10', body: null, key: null }]);
    expect(context.rows).toEqual([
      { id: 1, title: 'Green tea', price: 1230, status: 'on', weigh: 1, version: 3, tags: [], createTime: 1_700_000_000 },
    ]);
    expect([context.total, context.remark]).toEqual([1, 'Mind the prices']);
  });

  it('keeps a tree whole and asks for it without a page', async () => {
    const { table, sent } = tableOf('goodsCategory', () =>
      accepted({ list: [{ id: 1, name: 'Tea', pid: 0, children: [{ id: 2, name: 'Green', pid: 1 }] }], remark: '' }),
    );
    const { context } = await ready(table);
    expect(sent[0]?.call).toBe('GET index');
    expect(context.rows).toEqual([{ id: 1, name: 'Tea', parentId: null, children: [{ id: 2, name: 'Green', parentId: 1 }] }]);
  });

  it('tells its owner what the address should be, and goes back to the first page with a filter', async () => {
    const { table, reports, sent } = tableOf('goods', () => page(row(1, 'a'), row(2, 'b')));
    await ready(table);
    table.send({ type: 'collection.pageChosen', page: 3 });
    await ready(table);
    table.send({ type: 'collection.searched', search: [{ field: 'status', operator: 'eq', value: 'on' }] });
    await ready(table);
    expect(reports.map((report) => 'query' in report && report.query)).toEqual([{ page: '3' }, { status: 'on' }]);
    expect(sent.at(-1)?.call).toBe('GET index?page=1&limit=10&search[0][field]=status&search[0][operator]=eq&search[0][val]=on');
  });

  it('steps back from a page that is empty now', async () => {
    const { table, reports } = tableOf('goods', (call) =>
      call.includes('page=4') ? accepted({ list: [], total: 21 }) : accepted({ list: [row(21, 'last')], total: 21 }),
    );
    await ready(table);
    table.send({ type: 'collection.pageChosen', page: 4 });
    expect((await ready(table)).context.query.page).toBe(3);
    expect(reports.map((report) => 'query' in report && report.query)).toEqual([{ page: '4' }, { page: '3' }]);
  });

  it('tells an empty list from one that is filtered empty', async () => {
    const { table } = tableOf('goods', () => page());
    expect(selectEmptiness(await ready(table))).toBe('empty');
    table.send({ type: 'collection.quickSearchTyped', text: 'nothing' });
    table.send({ type: 'collection.quickSearchSubmitted' });
    expect(selectEmptiness(await ready(table))).toBe('filtered');
  });

  it('keeps its rows when a reload fails', async () => {
    let isDown = false;
    const { table } = tableOf('goods', () => (isDown ? { code: 0, msg: 'Down', time: 1, data: null } : page(row(1, 'a'))));
    await ready(table);
    isDown = true;
    table.send({ type: 'collection.refreshed' });
    const { context } = await waitFor(table, (snapshot) => snapshot.hasTag('failed'));
    expect(context.rows).toHaveLength(1);
    expect(context.failure).toEqual({ kind: 'rejected', code: 0, message: 'Down' });
  });
});

it('a list asks again when its records were changed from elsewhere or somebody comes back to it, and only then', async () => {
  const { table, sent, recordsChanged, returned } = tableOf('goods', () => page(row(1, 'a')));
  await ready(table);
  recordsChanged.next('goods.Category');
  expect(table.getSnapshot().matches({ list: { browsing: 'ready' } })).toBe(true);
  returned.next('goodsCategory');
  expect(table.getSnapshot().matches({ list: { browsing: 'ready' } })).toBe(true);
  recordsChanged.next('goods.Goods');
  await ready(table);
  returned.next('goods');
  await ready(table);
  expect(sent.map((one) => one.call)).toEqual(Array.from({ length: 3 }, () => 'GET index?page=1&limit=10'));
});

it.each([
  ['reads again with the line what the lack of it kept it from reading', false, 'ready', 3],
  ['leaves any other failure to whoever looks at it', true, 'failed', 2],
] as const)('a list %s', async (_title, hasLine, end, calls) => {
  let asked = 0;
  const { table, sent, lineBack, line } = tableOf('goods', () => {
    if ((asked += 1) === 2) throw new Error('no answer');
    return page(row(1, 'a'));
  });
  await ready(table);
  lineBack.next();
  line.isThere = hasLine;
  table.send({ type: 'collection.refreshed' });
  await waitFor(table, (snapshot) => snapshot.hasTag('failed'));
  lineBack.next();
  lineBack.next();
  await waitFor(table, (snapshot) => !snapshot.hasTag('busy'));
  lineBack.next();
  const { context } = table.getSnapshot();
  expect([table.getSnapshot().matches({ list: { browsing: end } }), sent.length, context.rows?.length]).toEqual([true, calls, 1]);
});

/** A line that takes writes and brings nothing back. */
const withoutAnswers = (call: string) => {
  return call.startsWith('GET') ? page(row(2, 'b'), row(1, 'a')) : new Promise(() => {});
};

const confirmDeletion = (table: CollectionRef): void => {
  table.send({ type: 'collection.rowsSelected', ids: [1, 2] });
  table.send({ type: 'collection.deleteRequested' });
  table.send({ type: 'collection.deleteConfirmed' });
};

describe('writes that nobody answers', () => {
  it.each<[string, (table: CollectionRef) => void]>([
    ['a deletion', confirmDeletion],
    ['a move', (table) => table.send({ type: 'collection.rowMoved', id: 2, targetId: 1 })],
    ['a change in a cell', (table) => table.send({ type: 'collection.fieldChanged', id: 1, field: 'status', value: 'off' })],
  ])('%s is given up once the server cannot be at it any more, and the list is read', async (_what, begin) => {
    const { table, sent, shown } = tableOf('goods', withoutAnswers);
    await ready(table);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    begin(table);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    await settled(table);
    expect([shown, sent.length]).toEqual([[{ kind: 'timeout' }], 3]);
  });

  it('a form is given up likewise, and can be left', async () => {
    const { table } = tableOf('goodsCategory', withoutAnswers);
    await ready(table);
    table.send({ type: 'collection.addRequested', key: 'k', values: { parentId: 1 } });
    const form = formOf(table);
    form.send({ type: 'form.fieldChanged', field: 'name', value: 'Tea' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    form.send({ type: 'form.submitted' });
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    const { context } = await waitFor(form, (snapshot) => snapshot.matches('editing'));
    expect(context.failure).toEqual({ kind: 'timeout' });
  });
});

describe('writes from a table', () => {
  it.each([
    ['and what names it', { related: 'recycle', seen: 's' } as const, accepted(), true],
    ['and what names it, which may be done without an answer', { related: 'recycle', seen: 's' } as const, 'cut off', true],
    ['alone', null, accepted(), false],
  ])('delete a record %s: the lists of other sections are told, or are not', async (_, related, answer, isTold) => {
    const { table, recordsChanged } = tableOf('goodsCategory', (call) =>
      call.startsWith('POST del') ? answer : page({ id: 1, name: 'Tea', pid: 0, version: 1 }),
    );
    const told: string[] = [];
    recordsChanged.subscribe((controller) => told.push(controller));
    await ready(table);
    table.send({ type: 'collection.deleteRequested', ids: [1] });
    table.send({ type: 'collection.deleteConfirmed', related });
    await ready(table);
    expect(told.includes('goods.Goods')).toBe(isTold);
    expect(told).not.toContain('goods.Category');
  });

  it('delete what was confirmed, with a key of their own, and forget the selection', async () => {
    const { table, sent } = tableOf('goods', (call) =>
      call.startsWith('DELETE') ? accepted({ count: 2 }) : page(row(1, 'a'), row(2, 'b')),
    );
    await ready(table);
    table.send({ type: 'collection.rowsSelected', ids: [1, 2] });
    table.send({ type: 'collection.deleteRequested' });
    expect(sent).toHaveLength(1);
    table.send({ type: 'collection.deleteConfirmed' });
    expect((await ready(table)).context.selection).toEqual([]);
    expect(sent[1]).toEqual({ call: 'DELETE del?ids[]=1&ids[]=2', body: null, key: 'key-1' });
  });

  it('show a move at once and take it back when it is refused', async () => {
    const { table, sent, shown } = tableOf('goods', (call) =>
      call.includes('sortable') ? { code: 0, msg: 'Gone', time: 1, data: null } : page(row(3, 'c'), row(2, 'b'), row(1, 'a')),
    );
    await ready(table);
    table.send({ type: 'collection.rowMoved', id: 3, targetId: 1 });
    expect(table.getSnapshot().context.rows?.map((one) => one.id)).toEqual([2, 1, 3]);
    expect((await ready(table)).context.rows?.map((one) => one.id)).toEqual([3, 2, 1]);
    const both = { id: 3, targetId: 1, move: 3, target: 1, direction: 'down', order: 'weigh,desc' };
    expect(sent[1]).toEqual({ call: 'POST sortable', body: both, key: 'key-1' });
    expect(shown).toEqual([{ kind: 'rejected', code: 0, message: 'Gone' }]);
  });

  it('tell servers of either version where a row goes', async () => {
    const rows = [row(4, 'd'), row(3, 'c'), row(2, 'b')];
    const { table, sent } = tableOf('goods', (call) => (call.includes('sortable') ? accepted(null) : page(...rows)));
    await ready(table);
    table.send({ type: 'collection.rowMoved', id: 2, targetId: 4 });
    await ready(table);
    const both = { id: 2, targetId: 4, move: 2, target: 4, direction: 'up', order: 'weigh,desc' };
    expect(sent[1]).toEqual({ call: 'POST sortable', body: both, key: 'key-1' });
  });

  it('take a row over the edge of a page one place at a time, however fast its key repeats', async () => {
    const next = Promise.withResolvers<unknown>();
    const goods = Array.from({ length: 40 }, (_, index) => row(40 - index, `Tea ${index + 1}`));
    const shown = (pageNumber: number, limit = 10) =>
      accepted({ list: goods.slice((pageNumber - 1) * limit, pageNumber * limit), total: 40 });
    const { table, sent } = tableOf('goods', (call) => {
      if (call.startsWith('POST')) return accepted(null);
      if (call.includes('limit=1&') || call.endsWith('limit=1')) return shown(Number(/page=(\d+)/u.exec(call)?.[1]), 1);
      return call.includes('page=2') ? next.promise : shown(1);
    });
    await ready(table);
    const tenth = goods[9]!.id;
    table.send({ type: 'collection.rowStepped', id: tenth, step: 1 });
    await waitFor(table, ({ context }) => context.query.page === 2);
    // The rows of the first page are still on the screen.
    table.send({ type: 'collection.rowStepped', id: tenth, step: 1 });
    table.send({ type: 'collection.rowMovedTo', id: tenth, position: 30 });
    table.send({ type: 'collection.rowMoved', id: tenth, targetId: goods[3]!.id });
    goods.splice(9, 2, goods[10]!, goods[9]!);
    next.resolve(shown(2));
    await ready(table);
    table.send({ type: 'collection.rowStepped', id: tenth, step: 1 });
    await ready(table);
    const targets = sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => (body as { targetId: number }).targetId);
    expect(targets).toEqual([30, 29]);
  });

  it('do not move a row to its own place, nor while another order is shown', async () => {
    const { table, sent } = tableOf('goods', () => page(row(2, 'b'), row(1, 'a')));
    await ready(table);
    table.send({ type: 'collection.rowMoved', id: 2, targetId: 2 });
    table.send({ type: 'collection.sorted', order: { field: 'price', direction: 'asc' } });
    await ready(table);
    table.send({ type: 'collection.rowMoved', id: 2, targetId: 1 });
    table.send({ type: 'collection.rowStepped', id: 2, step: 1 });
    expect(sent.map((one) => one.call.split('?')[0])).toEqual(['GET index', 'GET index']);
  });

  it('change one field with the version of the row', async () => {
    const { table, sent } = tableOf('goods', (call) => (call.startsWith('POST') ? accepted({ version: 4 }) : page(row(1, 'a'))));
    await ready(table);
    table.send({ type: 'collection.fieldChanged', id: 1, field: 'status', value: 'off' });
    expect(table.getSnapshot().context.rows?.[0]?.['status']).toBe('off');
    await settled(table);
    expect(sent[1]).toEqual({ call: 'POST edit', body: { id: 1, status: 'off', version: 3 }, key: 'key-1' });
  });

  it('change rows side by side, each once at a time, also while the list is loaded anew', async () => {
    const answers = new Map<number, () => void>();
    const { table, sent } = tableOf('goods', (call, body) => {
      if (!call.startsWith('POST')) return page(row(1, 'a'), row(2, 'b'));
      const { id } = body as { id: number };
      return new Promise((resolve) => answers.set(id, () => resolve(accepted({ version: 4 }))));
    });
    await ready(table);
    table.send({ type: 'collection.fieldChanged', id: 1, field: 'status', value: 'off' });
    table.send({ type: 'collection.fieldChanged', id: 1, field: 'status', value: 'draft' });
    table.send({ type: 'collection.fieldChanged', id: 2, field: 'status', value: 'off' });
    await vi.waitFor(() => expect(answers.size).toBe(2), 15_000);
    table.send({ type: 'collection.refreshed' });
    const loaded = await ready(table);
    expect(loaded.context.rows?.map((one) => one['status'])).toEqual(['off', 'off']);
    answers.get(2)?.();
    const half = await waitFor(table, ({ context }) => context.changes.length === 1);
    expect(half.context.rows?.map((one) => [one['status'], one['version']])).toEqual([
      ['off', 3],
      ['off', 4],
    ]);
    answers.get(1)?.();
    await settled(table);
    expect(sent.filter((one) => one.call === 'POST edit').map((one) => one.body)).toEqual([
      { id: 1, status: 'off', version: 3 },
      { id: 2, status: 'off', version: 3 },
    ]);
  });

  it('take a changed value back when it is refused, and say why', async () => {
    const { table, shown } = tableOf('goods', (call) =>
      call.startsWith('POST') ? { code: 0, msg: 'Not now', time: 1, data: null } : page(row(1, 'a')),
    );
    await ready(table);
    table.send({ type: 'collection.fieldChanged', id: 1, field: 'status', value: 'off' });
    const { context } = await waitFor(table, (snapshot) => snapshot.context.changes.length === 0);
    expect(context.rows?.[0]?.['status']).toBe('on');
    expect(shown).toEqual([{ kind: 'rejected', code: 0, message: 'Not now' }]);
  });

  it('show the record of whoever was faster, and say so', async () => {
    const theirs = { ...row(1, 'theirs'), status: 'draft', version: 8 };
    const { table, shown } = tableOf('goods', (call) =>
      call.startsWith('POST')
        ? { code: 0, msg: 'Saved in the meantime', time: 1, data: { conflict: true, row: theirs } }
        : page(row(1, 'a')),
    );
    await ready(table);
    table.send({ type: 'collection.fieldChanged', id: 1, field: 'status', value: 'off' });
    const { context } = await waitFor(table, (snapshot) => snapshot.context.changes.length === 0);
    expect(context.rows?.[0]).toMatchObject({ title: 'theirs', status: 'draft', version: 8 });
    expect(shown).toEqual([expect.objectContaining({ kind: 'rejected', message: 'Saved in the meantime' })]);
  });
});

describe('a record form', () => {
  const category = { id: 1, name: 'Tea', name_en: '', pid: 0, icon: '', image: '', status: '1', version: 3 };

  it('sends a whole new record once, with the key of the form, and the list follows', async () => {
    const { table, sent } = tableOf('goodsCategory', (call) => (call.startsWith('POST') ? accepted({ id: 9 }) : page(category)));
    await ready(table);
    table.send({ type: 'collection.addRequested', key: 'k', values: { parentId: 1 } });
    const form = formOf(table);
    form.send({ type: 'form.submitted' });
    expect(form.getSnapshot().context.issues).toEqual({ name: { key: 'validation.required' } });
    form.send({ type: 'form.fieldChanged', field: 'name', value: '绿茶' });
    expect(selectIsRecordDirty(form.getSnapshot())).toBe(true);
    form.send({ type: 'form.submitted' });
    form.send({ type: 'form.submitted' });
    await waitFor(table, (snapshot) => snapshot.matches({ form: 'closed', list: { browsing: 'ready' } }));
    const writes = sent.filter((one) => one.call.startsWith('POST'));
    expect(writes).toEqual([
      { call: 'POST add', body: { pid: 1, name: '绿茶', name_en: '', icon: '', image: '', status: '1' }, key: 'k:new:1' },
    ]);
    expect(sent.at(-1)?.call).toBe('GET index');
    expect(selectRecordForm(table.getSnapshot())).toBeUndefined();
  });

  it('sends what was changed with the version, and lands refusals on their fields', async () => {
    let refusals = 0;
    const { table, sent } = tableOf('goodsCategory', (call) => {
      if (call.startsWith('GET edit')) return accepted({ row: category });
      if (call.startsWith('POST') && refusals++ === 0) return { code: 0, msg: 'Taken', time: 1, data: { fields: { name_en: 'Taken' } } };
      return call.startsWith('POST') ? accepted({ version: 4 }) : page(category);
    });
    await ready(table);
    table.send({ type: 'collection.editRequested', key: 'k', ids: [1] });
    const form = formOf(table);
    await waitFor(form, (snapshot) => snapshot.hasTag('editable'));
    form.send({ type: 'form.fieldChanged', field: 'nameEn', value: 'Tea' });
    form.send({ type: 'form.submitted' });
    const refused = await waitFor(form, (snapshot) => snapshot.hasTag('editable') && snapshot.context.failure !== null);
    expect(refused.context.serverTexts).toEqual({ nameEn: 'Taken' });
    form.send({ type: 'form.submitted' });
    await waitFor(table, (snapshot) => snapshot.matches({ form: 'closed' }));
    const writes = sent.filter((one) => one.call.startsWith('POST'));
    expect(writes.map((one) => one.body)).toEqual([
      { id: 1, isForm: true, name_en: 'Tea', version: 3 },
      { id: 1, isForm: true, name_en: 'Tea', version: 3 },
    ]);
    // An answered attempt and the next one are two writes.
    expect(writes[0]?.key).not.toBe(writes[1]?.key);
  });

  it('meets another person: shows their record, and saves mine over the new version when told so', async () => {
    const theirs = { ...category, name: 'Oolong', image: '/theirs.png', version: 8 };
    const { table, sent } = tableOf('goodsCategory', (call, body) => {
      if (call.startsWith('GET edit')) return accepted({ row: category });
      if (!call.startsWith('POST')) return page(category);
      return (body as { version: number }).version === 8
        ? accepted({ version: 9 })
        : { code: 0, msg: 'Changed', time: 1, data: { conflict: true, row: theirs } };
    });
    await ready(table);
    table.send({ type: 'collection.editRequested', key: 'k', ids: [1] });
    const form = formOf(table);
    await waitFor(form, (snapshot) => snapshot.hasTag('editable'));
    form.send({ type: 'form.fieldChanged', field: 'name', value: 'Black' });
    form.send({ type: 'form.submitted' });
    const met = await waitFor(form, (snapshot) => snapshot.matches('conflict'));
    expect(met.context.current).toMatchObject({ name: 'Oolong', version: 8 });
    form.send({ type: 'form.mergeAccepted' });
    await waitFor(table, (snapshot) => snapshot.matches({ form: 'closed' }));
    expect(sent.findLast((one) => one.call.startsWith('POST'))?.body).toEqual({ id: 1, isForm: true, name: 'Black', version: 8 });
  });

  /** An edit whose first save got no answer, and whose second one finds the record like this. */
  async function afterLostSave(left: Readonly<Record<string, string>>, then: string) {
    const conflict = { code: 0, msg: 'Changed', time: 1, data: { conflict: true, row: { ...category, ...left, version: 8 } } };
    const answers = ['the line was cut', conflict];
    const { table, sent } = tableOf('goodsCategory', (call) => {
      if (call.startsWith('GET edit')) return accepted({ row: category });
      return call.startsWith('POST') ? (answers.shift() ?? accepted({ version: 9 })) : page(category);
    });
    await ready(table);
    table.send({ type: 'collection.editRequested', key: 'k', ids: [1] });
    const form = formOf(table);
    await waitFor(form, (snapshot) => snapshot.hasTag('editable'));
    form.send({ type: 'form.fieldChanged', field: 'name', value: 'Black' });
    form.send({ type: 'form.submitted' });
    await waitFor(form, (snapshot) => snapshot.context.failure !== null);
    form.send({ type: 'form.fieldChanged', field: 'name', value: then });
    form.send({ type: 'form.submitted' });
    return { table, form, writes: () => sent.filter((one) => one.call.startsWith('POST')) };
  }

  it.each(['Green', 'Tea'])('knows its own save whose answer was lost, and goes on from it: %s', async (name) => {
    const { table, writes } = await afterLostSave({ name: 'Black' }, name);
    await waitFor(table, (snapshot) => snapshot.matches({ form: 'closed' }));
    expect(writes().map((one) => one.body)).toEqual([
      { id: 1, isForm: true, name: 'Black', version: 3 },
      { id: 1, isForm: true, name, version: 3 },
      { id: 1, isForm: true, name, version: 8 },
    ]);
    expect(new Set(writes().map((one) => one.key)).size).toBe(3);
  });

  it('tells of somebody else who saved after a save whose answer was lost', async () => {
    const { form } = await afterLostSave({ name: 'Black', image: '/theirs.png' }, 'Green');
    const met = await waitFor(form, (snapshot) => snapshot.matches('conflict'));
    expect(met.context.current).toMatchObject({ name: 'Black', image: '/theirs.png' });
  });

  /** A new category whose first save got no answer; then its name is changed and it is saved again. */
  async function afterLostAdd(then: readonly unknown[], name = 'Black tea') {
    const answers: unknown[] = ['the line was cut', ...then];
    const { table, sent } = tableOf('goodsCategory', (call) => {
      if (call.startsWith('GET edit')) return accepted({ row: { ...category, id: 9, name: 'Black' } });
      return call.startsWith('POST') ? answers.shift() : page(category);
    });
    await ready(table);
    table.send({ type: 'collection.addRequested', key: 'k' });
    const form = formOf(table);
    form.send({ type: 'form.fieldChanged', field: 'name', value: 'Black' });
    form.send({ type: 'form.submitted' });
    await waitFor(form, (snapshot) => snapshot.context.failure?.kind === 'malformed');
    form.send({ type: 'form.fieldChanged', field: 'name', value: name });
    form.send({ type: 'form.submitted' });
    const posted = () => sent.filter((one) => one.call.startsWith('POST'));
    return { table, form, writes: () => posted().map(({ call, body, key }) => [call, (body as { name: string }).name, key]) };
  }

  it('adds no second record where the answer to the first was lost: it is asked for again, and changed', async () => {
    const { table, writes } = await afterLostAdd([accepted({ id: 9 }), accepted({ version: 4 })]);
    await waitFor(table, (snapshot) => snapshot.matches({ form: 'closed' }));
    expect(writes()).toEqual([
      ['POST add', 'Black', 'k:new:1'],
      ['POST add', 'Black', 'k:new:1'],
      ['POST edit', 'Black tea', 'k:new:2'],
    ]);
  });

  it('adds it anew where the first was never taken', async () => {
    const refused = { code: 0, msg: 'No', time: 1, data: { fields: { name: 'No' } } };
    const { table, writes } = await afterLostAdd([refused, accepted({ id: 9 })]);
    await waitFor(table, (snapshot) => snapshot.matches({ form: 'closed' }));
    expect(writes().map(([call, name, key]) => [call, name, key])).toEqual([
      ['POST add', 'Black', 'k:new:1'],
      ['POST add', 'Black', 'k:new:1'],
      ['POST add', 'Black tea', 'k:new:2'],
    ]);
  });

  it('goes on with it as a record that is there where the change is refused', async () => {
    const refused = { code: 0, msg: 'No', time: 1, data: { fields: { name: 'No' } } };
    const { table, form, writes } = await afterLostAdd([accepted({ id: 9 }), refused, accepted({ version: 4 })]);
    const met = await waitFor(form, (snapshot) => snapshot.context.id === 9 && snapshot.hasTag('editable'));
    expect([met.context.values['name'], met.context.loaded['name'], met.context.serverTexts]).toEqual([
      'Black tea',
      'Black',
      { name: 'No' },
    ]);
    form.send({ type: 'form.fieldChanged', field: 'name', value: 'Green tea' });
    form.send({ type: 'form.submitted' });
    await waitFor(table, (snapshot) => snapshot.matches({ form: 'closed' }));
    expect(writes().at(-1)).toEqual(['POST edit', 'Green tea', 'k:new:4']);
  });

  it('does not take a server that is busy with the first for a refusal', async () => {
    const busy = { code: 0, msg: 'Busy', time: 1, data: { passing: true } };
    const { form, writes } = await afterLostAdd([busy]);
    await waitFor(form, (snapshot) => snapshot.context.failure?.kind === 'rejected');
    expect(form.getSnapshot().context.id).toBeNull();
    expect(writes()).toEqual([
      ['POST add', 'Black', 'k:new:1'],
      ['POST add', 'Black', 'k:new:1'],
    ]);
  });

  it('repeats an unanswered save under the same key', async () => {
    let tries = 0;
    const { table, sent } = tableOf('goodsCategory', (call) => {
      if (call.startsWith('GET edit')) return accepted({ row: category });
      if (call.startsWith('POST') && tries++ === 0) return 'the line was cut';
      return call.startsWith('POST') ? accepted({ version: 4 }) : page(category);
    });
    await ready(table);
    table.send({ type: 'collection.editRequested', key: 'k', ids: [1] });
    const form = formOf(table);
    await waitFor(form, (snapshot) => snapshot.hasTag('editable'));
    form.send({ type: 'form.fieldChanged', field: 'name', value: 'Black' });
    form.send({ type: 'form.submitted' });
    await waitFor(form, (snapshot) => snapshot.context.failure?.kind === 'malformed');
    form.send({ type: 'form.submitted' });
    await waitFor(table, (snapshot) => snapshot.matches({ form: 'closed' }));
    expect(sent.filter((one) => one.call.startsWith('POST')).map((one) => one.key)).toEqual(['k:1:1', 'k:1:1']);
  });

  it('edits several records one after another', async () => {
    const { table } = tableOf('goodsCategory', (call) => {
      if (call.startsWith('GET edit')) return accepted({ row: { ...category, id: Number(/id=(\d+)/u.exec(call)?.[1]) } });
      return call.startsWith('POST') ? accepted(null) : page(category, { ...category, id: 2 });
    });
    await ready(table);
    table.send({ type: 'collection.editRequested', key: 'k', ids: [1, 2] });
    for (const id of [1, 2]) {
      const snapshot = await waitFor(table, (one) => selectRecordForm(one)?.getSnapshot().context.id === id);
      const form = selectRecordForm(snapshot);
      if (!form) throw new Error('no form is open');
      await waitFor(form, (one) => one.hasTag('editable'));
      form.send({ type: 'form.fieldChanged', field: 'name', value: `Name ${id}` });
      form.send({ type: 'form.submitted' });
    }
    await waitFor(table, (snapshot) => snapshot.matches({ form: 'closed' }));
    expect(table.getSnapshot().context.form).toBeNull();
  });
});
