import { expect, it, vi } from 'vitest';
import { createActor, createEmptyActor } from 'xstate';
import { matchingRunLogic } from '#actors/table/matching-run.actors';
import type { Call } from '#api/client';
import { FailureError } from '#domain/base/failure';
import { EMPTY_QUERY } from '#domain/table/resource-query';
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
