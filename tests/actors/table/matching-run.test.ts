import { expect, it, vi } from 'vitest';
import { createActor, createEmptyActor, waitFor } from 'xstate';
import { matchingRunLogic } from '#actors/table/matching-run.actors';
import type { Call } from '#api/client';
import { FailureError } from '#domain/base/failure';
import { EMPTY_QUERY, MAX_CONDITIONS, type CollectionQuery, type SearchCondition } from '#domain/table/resource-query';
import { goods } from '#sections/goods/goods.resource.ts';

it('an undo that nobody answers is given up, so that its window can be left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // The list is read, and the records are gone; then the line takes everything and brings nothing back.
  const answers: unknown[] = [
    { list: [{ id: 1 }], total: 1 },
    { count: 1, change: 7 },
  ];
  const call = ((_endpoint: unknown, _input: unknown, { timeoutMs = Infinity }: { readonly timeoutMs?: number } = {}) => {
    const answer = answers.shift();
    if (answer) return Promise.resolve(answer);
    return new Promise((_resolve, reject) => {
      if (timeoutMs < Infinity) setTimeout(() => reject(new FailureError({ kind: 'timeout' })), timeoutMs);
    });
  }) as Call;
  const input = { resource: 'goods', query: EMPTY_QUERY, total: 1, list: createEmptyActor(), dialog: createEmptyActor() };
  const run = createActor(matchingRunLogic({ call, resourceOf: () => goods, notices: { succeeded: () => {} }, language: () => 'en' }), {
    input,
  }).start();
  run.send({ type: 'matching.actChosen', kind: 'delete' });
  run.send({ type: 'matching.confirmed', act: { kind: 'delete' }, key: 'k' });
  await vi.advanceTimersByTimeAsync(0);
  expect(run.getSnapshot().value).toEqual({ over: 'done' });
  run.send({ type: 'matching.undoRequested' });
  // A server that was reached ends a call of its own accord.
  await vi.advanceTimersByTimeAsync(30_000);
  expect(run.getSnapshot().value).toBe('undoing');
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  expect([run.getSnapshot().value, run.getSnapshot().context.failure]).toEqual(['notUndone', { kind: 'timeout' }]);
  run.send({ type: 'matching.left' });
  expect(run.getSnapshot().status).toBe('done');
});

interface Asked {
  readonly page: number;
  readonly limit: number;
  readonly order: string;
  readonly search?: readonly { readonly field: string; readonly operator: string; readonly val: string }[];
}

const firstFiveGone = (all: readonly number[]) => all.slice(5);

/** A list of these records, which is another after its first page was read. */
async function idsOf(count: number, query: Partial<CollectionQuery>, meanwhile = firstFiveGone) {
  let all: readonly number[] = Array.from({ length: count }, (_, index) => index + 1);
  const asked: Asked[] = [];
  const call = (async (_endpoint: unknown, input: Asked | { readonly ids: readonly number[] }) => {
    if ('ids' in input) return { count: input.ids.length };
    asked.push(input);
    const { page, limit, search = [] } = input;
    const after = Number(search.find(({ field, operator }) => field === 'id' && operator === 'gt')?.val ?? -1);
    const list = all.filter((id) => id > after).slice((page - 1) * limit, page * limit);
    if (asked.length === 1) all = meanwhile(all);
    return { list: list.map((id) => ({ id })), total: all.length };
  }) as unknown as Call;
  const input = {
    resource: 'goods',
    query: { ...EMPTY_QUERY, ...query },
    total: count,
    list: createEmptyActor(),
    dialog: createEmptyActor(),
  };
  const run = createActor(matchingRunLogic({ call, resourceOf: () => goods, notices: { succeeded: () => {} }, language: () => 'en' }), {
    input,
  }).start();
  run.send({ type: 'matching.actChosen', kind: 'delete' });
  run.send({ type: 'matching.confirmed', act: { kind: 'delete' }, key: 'k' });
  await waitFor(run, (snapshot) => snapshot.context.ids.length > 0);
  const { ids } = run.getSnapshot().context;
  run.stop();
  return { ids, asked };
}

const named: SearchCondition = { field: 'title', operator: 'LIKE', value: 'tea' };

it('a run finds all that match, also where some of them are deleted while they are read', async () => {
  const { ids, asked } = await idsOf(2500, { page: 7, order: { field: 'price', direction: 'desc' }, search: [named] });
  expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([2500, 2500, 2500]);
  expect(asked.map(({ page, order, search }) => [page, order, search?.map(({ field, val }) => `${field} ${val}`)])).toEqual([
    [1, 'id,asc', ['title tea']],
    [1, 'id,asc', ['title tea', 'id 1000']],
    [1, 'id,asc', ['title tea', 'id 2000']],
  ]);
});

it('a run over a search with no room for a further condition reads by places', async () => {
  const { ids, asked } = await idsOf(1500, { search: Array.from({ length: MAX_CONDITIONS }, () => named) });
  expect([ids.length, asked.map(({ page, search }) => [page, search?.length])]).toEqual([
    1495,
    [
      [1, 30],
      [2, 30],
    ],
  ]);
});

it('pages that are read by places are counted, also where a record comes to match meanwhile', async () => {
  const { ids, asked } = await idsOf(2500, { search: Array.from({ length: MAX_CONDITIONS }, () => named) }, (all) => [0, ...all]);
  expect([ids.length, asked.map(({ page }) => page)]).toEqual([2500, [1, 2, 3]]);
});

it('names are asked for those of the refused records that are told of, and for no further', async () => {
  const all = Array.from({ length: 300 }, (_, index) => ({ id: index + 1, title: `Tea ${index + 1}` }));
  const askedFor: number[] = [];
  const call = (async (_endpoint: unknown, input: Asked | { readonly ids: readonly number[] }) => {
    if ('ids' in input) throw new FailureError({ kind: 'rejected', code: 0, message: 'It is in use' });
    const chosen = input.search
      ?.find(({ operator }) => operator === 'IN')
      ?.val.split(',')
      .map(Number);
    askedFor.push(...(chosen ?? []));
    return { list: all.filter(({ id }) => chosen?.includes(id) ?? true), total: all.length };
  }) as unknown as Call;
  const input = { resource: 'goods', query: EMPTY_QUERY, total: 300, list: createEmptyActor(), dialog: createEmptyActor() };
  const run = createActor(matchingRunLogic({ call, resourceOf: () => goods, notices: { succeeded: () => {} }, language: () => 'en' }), {
    input,
  }).start();
  run.send({ type: 'matching.actChosen', kind: 'delete' });
  run.send({ type: 'matching.confirmed', act: { kind: 'delete' }, key: 'k' });
  await waitFor(run, (snapshot) => snapshot.hasTag('over'));
  const { refused, refusedCount } = run.getSnapshot().context;
  expect([refusedCount, refused.length, refused.at(-1)]).toEqual([300, 100, { id: 100, reason: 'It is in use', title: 'Tea 100' }]);
  expect(askedFor).toEqual(refused.map(({ id }) => id));
});
