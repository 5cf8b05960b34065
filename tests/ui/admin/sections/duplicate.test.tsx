import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { useSelector } from '@xstate/react';
import type { AnyRecord } from '#domain/fields/field';
import { collectionMachine } from '#machines/table/collection.machine';
import { selectRecordForm, type CollectionRef } from '#machines/table/collection.selectors';
import { recordFormMachine } from '#machines/table/record-form.machine';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { goods } from '#sections/goods/goods.resource.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { SectionForm } from '#ui/admin/table/SectionForm.tsx';
import { ShellContext } from '#ui/base/shell-context.ts';
import { ALL_ABILITIES, goodsInput, renderInApp, startKitMessages } from '../../kit/support.tsx';

beforeAll(() => startKitMessages('en'));

const resource = { ...goods, fields: { id: goods.fields.id, title: goods.fields.title, stock: goods.fields.stock } };
const TEA = { id: 7, title: 'Longjing', stock: 46 };

/** A section with one form over it. */
function Page({ collection }: { readonly collection: CollectionRef }) {
  const form = useSelector(collection, selectRecordForm);
  return form ? <SectionForm key={form.sessionId} form={form} collection={collection} resource={resource} /> : null;
}

function begin(abilities = ALL_ABILITIES) {
  const recordForm = recordFormMachine.provide({
    actors: { loadRecord: fromPromise<AnyRecord, { readonly resource: string; readonly id: number }>(() => Promise.resolve(TEA)) },
  });
  const logic = inertOf(collectionMachine).provide({ actors: { recordForm } });
  const collection = createActor(logic, { input: goodsInput(abilities) }).start() as CollectionRef;
  const snapshot = { context: {}, children: {} };
  const shell = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => {} }) } as unknown as AdminShellRef;
  renderInApp(
    <ShellContext value={shell}>
      <Page collection={collection} />
    </ShellContext>,
  );
  act(() => collection.send({ type: 'collection.editRequested', key: 'k', ids: [7] }));
  return { collection, user: userEvent.setup({ delay: null }) };
}

const button = () => screen.queryByRole('button', { name: 'Duplicate' });
const title = () => document.querySelector<HTMLInputElement>('#field-goods-title');

it('a copy begins from the form of a record that nobody has changed', async () => {
  const { collection, user } = begin();
  await waitFor(() => expect(title()?.value).toBe('Longjing'));
  await user.type(title() as HTMLElement, '!');
  // What was typed would be lost, or be in both.
  await waitFor(() => expect((button() as HTMLButtonElement).disabled).toBe(true));
  await user.type(title() as HTMLElement, '{Backspace}');
  await user.click(button() as HTMLElement);
  await waitFor(() => expect(title()?.value).toBe('Longjing (copy)'));
  const form = selectRecordForm(collection.getSnapshot());
  expect(form?.getSnapshot().context).toMatchObject({ id: null, values: { title: 'Longjing (copy)', stock: 46 } });
  // A new record is no record to copy yet.
  expect(button()).toBeNull();
  act(() => collection.stop());
});

it('nobody copies who may not add', async () => {
  const { collection } = begin({ ...ALL_ABILITIES, mayAdd: false } as never);
  await waitFor(() => expect(title()?.value).toBe('Longjing'));
  expect(button()).toBeNull();
  act(() => collection.stop());
});
