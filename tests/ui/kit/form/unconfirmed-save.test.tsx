import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import { FailureError, type Failure } from '#domain/base/failure';
import { recordFormMachine } from '#machines/table/record-form.machine';
import type { SaveAnswer, SaveInput } from '#machines/table/record-save';
import { ErrorSummary } from '#ui/kit/form/ErrorSummary.tsx';
import { renderInApp, startKitMessages } from '../support.tsx';

const UNCONFIRMED = 'It is not known whether this was saved';
const NOT_SAVED = 'Not saved';

await startKitMessages('en');

it.each<[Failure, string]>([
  [{ kind: 'timeout' }, UNCONFIRMED],
  [{ kind: 'unreachable', online: true }, UNCONFIRMED],
  [{ kind: 'http', status: 504, url: '/api/admin/goods.Goods/add' }, UNCONFIRMED],
  [{ kind: 'http', status: 403, url: '/api/admin/goods.Goods/add' }, NOT_SAVED],
  [{ kind: 'rejected', code: 0, message: 'The name is taken' }, NOT_SAVED],
])('a save that ended with %o says what is known of it', async (failure, said) => {
  const saveRecord = fromPromise<SaveAnswer, SaveInput>(() => Promise.reject(new FailureError(failure)));
  const machine = recordFormMachine.provide({ actors: { saveRecord } });
  const form = createActor(machine, { input: { resource: 'goods', id: null, initial: { title: 'Tea' }, key: 'k' } }).start();
  form.send({ type: 'form.submitted' });
  renderInApp(<ErrorSummary form={form} resource={goods} />);
  expect((await screen.findByRole('alert')).textContent).toContain(said);
});

it('is sent again from where it says so, by the same key and with what was wished for it', async () => {
  const sent: SaveInput[] = [];
  const saveRecord = fromPromise<SaveAnswer, SaveInput>(({ input }) => {
    sent.push(input);
    return sent.length === 1
      ? Promise.reject(new FailureError({ kind: 'unreachable', online: true }))
      : Promise.resolve({ outcome: 'saved', id: 7 });
  });
  const machine = recordFormMachine.provide({ actors: { saveRecord } });
  const form = createActor(machine, { input: { resource: 'goods', id: null, initial: { title: 'Tea' }, key: 'k' } }).start();
  const step = { event: 'publish', label: 'Publish', comment: 'at once' } as const;
  form.send({ type: 'form.submitted', step, again: 'next' });
  renderInApp(<ErrorSummary form={form} resource={goods} />);
  expect((await screen.findByRole('alert')).textContent).toBe(
    `${UNCONFIRMED}The server could not be reached. Try again in a moment.Try again`,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(sent.map(({ idempotencyKey, values, step: wished }) => [idempotencyKey, values, wished])).toEqual([
    ['k:0', { title: 'Tea' }, step],
    ['k:0', { title: 'Tea' }, step],
  ]);
  expect(form.getSnapshot().output).toEqual({ outcome: 'saved', id: 7, again: 'next' });
});
