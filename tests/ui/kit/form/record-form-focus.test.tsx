import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import { recordFormMachine } from '#machines/table/record-form.machine';
import type { SaveAnswer } from '#machines/table/record-save';
import { inertOf } from '#tests/machines/support/model.ts';
import { RecordForm } from '#ui/kit/form/RecordForm.tsx';
import { renderInApp, startKitMessages } from '../support.tsx';

beforeAll(() => startKitMessages('en'));

const resource = { ...goods, fields: { id: goods.fields.id, title: goods.fields.title, version: goods.fields.version } };
const titleBox = (): HTMLElement | null => document.querySelector('#field-goods-title');

const newForm = () =>
  createActor(inertOf(recordFormMachine), { input: { resource: 'goods', id: null, initial: { title: '' }, key: 'k' } }).start();
type Form = ReturnType<typeof newForm>;

const page = (isOpen: boolean, form: Form) => (
  <>
    <button type="button">Add</button>
    {isOpen && <RecordForm form={form} resource={resource} />}
  </>
);

it('a form takes the keyboard to the first field, and gives it back to where it was', async () => {
  const form = newForm();
  const { rerender } = renderInApp(page(false, form));
  screen.getByRole('button', { name: 'Add' }).focus();
  rerender(page(true, form));
  await waitFor(() => expect(document.activeElement).toBe(titleBox()));
  rerender(page(false, form));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add' })));
  await act(async () => void form.stop());
});

it('a form is saved by Ctrl and Enter from wherever the keyboard is in its window', async () => {
  const form = newForm();
  const told: string[] = [];
  form.system.inspect((event) => {
    if (event.type === '@xstate.event') told.push(event.event.type);
  });
  renderInApp(page(true, form));
  screen.getByRole('button', { name: 'Close' }).focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(told).toContain('form.submitted');
  await act(async () => void form.stop());
});

it('a form takes no letters while it is saved, and gives the keyboard back where it was when that is refused', async () => {
  const answer = Promise.withResolvers<SaveAnswer>();
  const machine = inertOf(recordFormMachine).provide({ actors: { saveRecord: fromPromise(() => answer.promise) } });
  const form = createActor(machine, { input: { resource: 'goods', id: null, initial: { title: 'Tea' }, key: 'k' } }).start();
  renderInApp(page(true, form));
  titleBox()?.focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(titleBox()?.closest('[inert]')).not.toBeNull();
  // A browser takes the focus from what is inert; jsdom knows nothing of it.
  titleBox()?.blur();
  await act(async () => answer.resolve({ outcome: 'refused', failure: { kind: 'rejected', code: 0, message: 'No' }, texts: {} }));
  await waitFor(() => expect(titleBox()?.closest('[inert]')).toBeNull());
  expect(document.activeElement).toBe(titleBox());
  await act(async () => void form.stop());
});
