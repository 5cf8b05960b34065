import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { Call, CallOptions } from '#api/client';
import type { Endpoint } from '#api/contract/base/endpoint';
import { withoutDuplicates } from '#actors/calls/in-flight';
import { recordFormLogic } from '#actors/table/record-form.actors';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A form with a new record, before a server that answers when the test says so and knows no keys. */
function saving() {
  const sent: { readonly signal: AbortSignal | undefined; readonly answer: (value: unknown) => void }[] = [];
  const slow = ((_endpoint: Endpoint, _input: unknown, { signal }: CallOptions = {}) => {
    const gate = Promise.withResolvers<unknown>();
    sent.push({ signal, answer: gate.resolve });
    return gate.promise;
  }) as unknown as Call;
  const call = withoutDuplicates(slow, { tokens: () => ({ admin: null, member: null }), log: () => {} });
  const input = { resource: 'goodsCategory', id: null, initial: { parentId: 0, nameEn: '', icon: '', image: '', status: '1' }, key: 'k' };
  const form = createActor(recordFormLogic({ call, resourceOf: () => goodsCategory }), { input }).start();
  form.send({ type: 'form.fieldChanged', field: 'name', value: 'Tea' });
  form.send({ type: 'form.submitted' });
  return { form, sent };
}

it('a save that takes longer than 40 seconds can be left, and is not ended', async () => {
  const { form, sent } = saving();
  await vi.advanceTimersByTimeAsync(39_000);
  expect(form.getSnapshot().value).toBe('saving');
  await vi.advanceTimersByTimeAsync(2000);
  const { value, context } = form.getSnapshot();
  expect([value, context.failure, sent[0]?.signal?.aborted]).toEqual(['editing', { kind: 'timeout' }, false]);
  form.send({ type: 'form.closeRequested' });
  form.send({ type: 'form.closeConfirmed' });
  expect([form.getSnapshot().output, sent.length, sent[0]?.signal?.aborted]).toEqual([
    { outcome: 'closed', id: null, isListOutdated: true },
    1,
    false,
  ]);
});

it.each([
  ['that is still under way', false],
  ['that has been answered meanwhile', true],
])('whoever saves again hears of the write %s, and adds no second record', async (_name, isAnswered) => {
  const { form, sent } = saving();
  await vi.advanceTimersByTimeAsync(41_000);
  if (isAnswered) sent[0]?.answer({ id: 9 });
  form.send({ type: 'form.fieldChanged', field: 'name', value: 'Tee' });
  form.send({ type: 'form.fieldChanged', field: 'name', value: 'Tea' });
  form.send({ type: 'form.submitted' });
  if (!isAnswered) sent[0]?.answer({ id: 9 });
  await vi.advanceTimersByTimeAsync(0);
  expect([form.getSnapshot().output, sent.length]).toEqual([{ outcome: 'saved', id: 9 }, 1]);
});
