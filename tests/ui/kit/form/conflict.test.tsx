import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import type { AnyRecord } from '#domain/fields/field';
import { recordFormMachine } from '#machines/table/record-form.machine';
import type { SavedStep } from '#machines/life/step-choice.machine';
import type { SaveAnswer } from '#machines/table/record-save';
import { inertOf } from '#tests/machines/support/model.ts';
import { ConflictView } from '#ui/kit/form/ConflictView.tsx';
import { renderInApp, startKitMessages } from '../support.tsx';

/** A form in which the first was typed over what was loaded, when somebody else had saved the second. */
async function conflicting(loaded: AnyRecord, typed: AnyRecord, current: AnyRecord, step?: SavedStep) {
  const machine = inertOf(recordFormMachine).provide({
    actors: {
      loadRecord: fromPromise(() => Promise.resolve<AnyRecord>(loaded)),
      saveRecord: fromPromise(() => Promise.resolve<SaveAnswer>({ outcome: 'conflict', current })),
    },
  });
  const form = createActor(machine, { input: { resource: 'goods', id: 7, initial: {}, key: 'k' } }).start();
  await waitFor(form, (snapshot) => snapshot.matches('editing'));
  for (const [field, value] of Object.entries(typed)) form.send({ type: 'form.fieldChanged', field, value });
  form.send({ type: 'form.submitted', ...(step && { step }) });
  await waitFor(form, (snapshot) => snapshot.matches('conflict'));
  renderInApp(<ConflictView form={form} resource={goods} />);
}

const LOADED = { id: 7, title: 'Tea', price: 100, status: 'draft', version: 1, updateTime: 1 };

it('a conflict says what they alone have changed, the state too, and what goes with the save', async () => {
  await startKitMessages('en');
  const current = { ...LOADED, price: 900, status: 'off', version: 2, updateTime: 2 };
  await conflicting(LOADED, { title: 'Green tea' }, current, { event: 'publish', label: 'Put on sale', comment: '' });
  const others = screen.getByRole('region', { name: 'Changed by them' });
  expect([...others.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['Price', 'Status']);
  expect([...others.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(['1.009.00', 'DraftOff sale']);
  expect(screen.getByText('You and they changed different fields. Saving keeps both.')).toBeTruthy();
  expect(screen.getByText('Saving also takes the step “Put on sale”, from the current state of the record.')).toBeTruthy();
});

it('a conflict over what both have made the same says so, and names nothing', async () => {
  await startKitMessages('en');
  await conflicting(LOADED, { price: 900 }, { ...LOADED, price: 900, version: 2, updateTime: 2 });
  expect(screen.getByText('Both versions are the same now. You can save.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Changed by them' })).toBe(null);
  expect(screen.queryByText(/Saving also takes/u)).toBe(null);
});

it('a conflict names nothing that was chosen before in the place of what was chosen here', async () => {
  await startKitMessages('en');
  const loaded = { id: 7, categoryId: 1, category: { name: 'Green tea' }, version: 1 };
  const current = { ...loaded, categoryId: 3, category: { name: 'Black tea' }, version: 2 };
  await conflicting(loaded, { categoryId: 2 }, current);
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(['Mine#2', 'TheirsBlack tea']);
});
