// oxlint-disable vitest/no-standalone-expect -- what is seen is checked inside the generated tests
import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { assign, createEmptyActor } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import { bulkFields } from '#domain/table/bulk';
import { FailureError } from '#domain/base/failure';
import { initialValueOf } from '#domain/fields/field';
import { bulkEditMachine, selectBulkFailure } from '#machines/table/bulk-edit.machine';
import { done, failed } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { BulkForm } from '#ui/kit/table/bulk/BulkForm.tsx';
import { goodsRow, inApp, startKitMessages } from '../support.tsx';

await startKitMessages('en');

const machine = bulkEditMachine.provide({
  actions: {
    check: assign(({ context: { values } }) => ({ issues: values['stock'] === null ? { stock: { key: 'validation.required' } } : {} })),
  },
});
const initial = Object.fromEntries(bulkFields(goods).map(([key, field]) => [key, initialValueOf(field)]));
const refused = new FailureError({
  kind: 'rejected',
  code: 0,
  message: '2 records cannot take these values',
  rows: { 2: 'Needs a picture', 77: 'Gone' },
});

describeView(
  {
    machine,
    inputs: [{ list: createEmptyActor(), dialog: createEmptyActor(), resource: 'goods', key: 'k', ids: [1, 2] }],
    events: [
      { type: 'bulk.fieldsChosen', fields: ['stock'], initial },
      { type: 'bulk.fieldsChosen', fields: [], initial },
      { type: 'bulk.valueChanged', field: 'stock', value: 7 },
      { type: 'bulk.submitted' },
      { type: 'bulk.left' },
      done('saveMany'),
      failed('saveMany', refused),
    ],
    view: ({ context: { values, issues, failure } }) => ({ values, issues, failure }),
    // The screen offers a choice that differs from the one in force, and a value of a field that was chosen.
    only: ({ context, value }, event) => {
      if (event.type === 'bulk.fieldsChosen')
        return value !== 'saving' && 'stock' in context.values === ((event as { fields: readonly string[] }).fields.length === 0);
      return event.type !== 'bulk.valueChanged' || context.values['stock'] === 0;
    },
  },
  (actor) => inApp(<BulkForm actor={actor} resource={goods} rows={[goodsRow(1), goodsRow(2)]} />),
  {
    'bulk.fieldsChosen': (user) => user.click(screen.getByRole('checkbox', { name: 'Stock' })),
    'bulk.valueChanged': async (user) => {
      const input = screen.getByRole('textbox', { name: 'Stock' });
      await user.clear(input);
      // A number in between is a value too; only the last one counts.
      await user.paste('7');
    },
    'bulk.submitted': (user) => user.click(screen.getByRole('button', { name: 'Save' })),
    'bulk.left': (user) => user.click(screen.getByRole('button', { name: 'Cancel' })),
  },
  {
    seen: (snapshot) => {
      const failure = selectBulkFailure(snapshot);
      const alert = screen.queryByRole('alert');
      const shown = failure === null ? null : ['Tea 2 Needs a picture', '#77 Gone'];
      expect(
        alert &&
          within(alert)
            .getAllByRole('listitem')
            .map((item) => item.textContent),
      ).toEqual(shown);
    },
  },
);
