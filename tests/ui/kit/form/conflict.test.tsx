import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import type { AnyRecord } from '#domain/fields/field';
import { recordFormMachine } from '#machines/table/record-form.machine';
import type { SaveAnswer } from '#machines/table/record-save';
import { inertOf } from '#tests/support/model.ts';
import { ConflictView } from '#ui/kit/form/ConflictView.tsx';
import { renderInApp, startKitMessages } from '../support.tsx';

it('a conflict names nothing that was chosen before in the place of what was chosen here', async () => {
  await startKitMessages('en');
  const loaded = { id: 7, categoryId: 1, category: { name: 'Green tea' }, version: 1 };
  const current = { ...loaded, categoryId: 3, category: { name: 'Black tea' }, version: 2 };
  const machine = inertOf(recordFormMachine).provide({
    actors: {
      loadRecord: fromPromise(() => Promise.resolve<AnyRecord>(loaded)),
      saveRecord: fromPromise(() => Promise.resolve<SaveAnswer>({ outcome: 'conflict', current })),
    },
  });
  const form = createActor(machine, { input: { resource: 'goods', id: 7, initial: {}, key: 'k' } }).start();
  await waitFor(form, (snapshot) => snapshot.matches('editing'));
  form.send({ type: 'form.fieldChanged', field: 'categoryId', value: 2 });
  form.send({ type: 'form.submitted' });
  await waitFor(form, (snapshot) => snapshot.matches('conflict'));
  renderInApp(<ConflictView form={form} resource={goods} />);
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(['Mine#2', 'TheirsBlack tea']);
});
