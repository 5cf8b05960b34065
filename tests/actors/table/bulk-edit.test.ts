import { expect, it, vi } from 'vitest';
import { createActor, createEmptyActor, waitFor } from 'xstate';
import { bulkEditLogic } from '#actors/table/bulk-edit.actors';
import type { Call } from '#api/client';
import { goods } from '#sections/goods/goods.resource.ts';
import { FailureError } from '#domain/base/failure';
import { recorder } from '#tests/support/recorder.ts';

it('a change of many records that nobody answers is given up, so that its dialog can be left, and the list is read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // A line that takes everything and brings nothing back.
  const call = ((_endpoint: unknown, _input: unknown, { timeoutMs = Infinity }: { readonly timeoutMs?: number } = {}) =>
    new Promise((_resolve, reject) => {
      if (timeoutMs < Infinity) setTimeout(() => reject(new FailureError({ kind: 'timeout' })), timeoutMs);
    })) as Call;
  const list = recorder();
  const input = { resource: 'goods', ids: [1, 2], key: 'k', list: list.ref, dialog: createEmptyActor() };
  const actor = createActor(bulkEditLogic({ call, resourceOf: () => goods }), { input }).start();
  actor.send({ type: 'bulk.fieldsChosen', fields: ['stock'], initial: { stock: 1 } });
  actor.send({ type: 'bulk.submitted' });
  // A server that was reached ends a call of its own accord.
  await vi.advanceTimersByTimeAsync(30_000);
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'), { timeout: 2000 });
  expect([actor.getSnapshot().context.failure, list.heard]).toEqual([{ kind: 'timeout' }, [{ type: 'collection.refreshed' }]]);
  actor.send({ type: 'bulk.left' });
  expect(actor.getSnapshot().status).toBe('done');
});
