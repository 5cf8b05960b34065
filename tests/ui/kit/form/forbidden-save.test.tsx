import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import { FailureError } from '#domain/base/failure';
import { recordFormMachine } from '#machines/table/record-form.machine';
import type { SaveAnswer, SaveInput } from '#machines/table/record-save';
import { FormBody } from '#ui/kit/form/FormBody.tsx';
import { renderInApp, startKitMessages } from '../support.tsx';

await startKitMessages('en');

it('a form whose right to save was taken away says so once, and offers no keys that save', async () => {
  const refused = new FailureError({ kind: 'rejected', code: 401, message: 'You do not have permission to operate!' });
  const saveRecord = fromPromise<SaveAnswer, SaveInput>(() => Promise.reject(refused));
  const machine = recordFormMachine.provide({ actors: { saveRecord } });
  const form = createActor(machine, { input: { resource: 'goods', id: null, initial: { title: 'Tea' }, key: 'k' } }).start();
  form.send({ type: 'form.submitted' });
  await waitFor(form, ({ context }) => context.failure !== null);
  const { container } = renderInApp(<FormBody form={form} resource={goods} isForbidden />);
  await screen.findByText('You no longer have permission to save this. Your changes stay here.');
  expect(screen.queryAllByRole('alert')).toEqual([]);
  expect(container.querySelectorAll('kbd')).toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
});
