import { screen } from '@testing-library/react';
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
