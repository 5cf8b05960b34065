// oxlint-disable vitest/no-standalone-expect -- what is seen is checked inside the generated tests
import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { assign } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import { FailureError } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { selectSide } from '#machines/table/record-form.selectors';
import { recordFormMachine, type RecordFormSnapshot } from '#machines/table/record-form.machine';
import { done, failed, inertOf } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { RecordForm } from '#ui/kit/form/RecordForm.tsx';
import { inApp, startKitMessages } from '../support.tsx';
import { press } from '#tests/machines/support/presses.ts';

await startKitMessages('en');

/** A name is needed; nothing else is checked here, the rules have their own tests. */
const machine = recordFormMachine.provide({
  actions: {
    checkAll: assign(({ context }) => ({ issues: context.values['title'] === '' ? { title: { key: 'validation.required' } } : {} })),
  },
});
/** Few fields, so that hundreds of forms are drawn quickly. */
const resource: Resource = {
  ...goods,
  fields: { id: goods.fields.id, title: goods.fields.title, price: goods.fields.price, version: goods.fields.version },
};
const loaded = { id: 7, title: 'Green tea', price: 1000, version: 1 };
const theirs = { ...loaded, title: 'Oolong', version: 2 };
const offline = new FailureError({ kind: 'unreachable', online: false });
const refused = { kind: 'rejected', code: 0, message: 'Not saved: the name is taken' } as const;
const fresh = { title: '', price: null };

const dialog = (): HTMLElement => screen.getByRole('dialog', { name: /goods\b/u });
const nameBox = (): HTMLInputElement => document.querySelector<HTMLInputElement>('#field-goods-title')!;

describeView(
  {
    machine,
    inert: inertOf(machine),
    inputs: [
      { resource: 'goods', id: null, initial: fresh, key: 'k' },
      { resource: 'goods', id: 7, initial: {}, key: 'k' },
    ],
    events: [
      { type: 'form.fieldChanged', field: 'title', value: 'Black tea' },
      { type: 'form.fieldChanged', field: 'title', value: '' },
      { type: 'form.submitted' },
      { type: 'form.loadRetried' },
      { type: 'form.passedOver' },
      { type: 'form.closeRequested' },
      { type: 'form.closeConfirmed' },
      { type: 'form.closeCancelled' },
      { type: 'form.sideChosen', field: 'title', side: 'theirs' },
      { type: 'form.mergeAccepted' },
      { type: 'form.theirsTaken' },
      { type: 'form.conflictDismissed' },
      done('loadRecord', loaded),
      failed('loadRecord', offline),
      done('saveRecord', { outcome: 'refused', failure: refused, texts: { title: 'This name is taken' } }),
      done('saveRecord', { outcome: 'conflict', current: theirs }),
      failed('saveRecord', offline),
    ],
    view: ({ context }) => ({
      title: context.values['title'],
      loaded: context.loaded['title'],
      issues: Object.keys(context.issues),
      texts: context.serverTexts,
      failure: context.failure?.kind ?? null,
      current: context.current !== null,
      sides: context.sides,
    }),
    // A name is changed once, what happened once does not happen again, and a refusal is the end: the rest is the machine's own test.
    only: (snapshot, event) => {
      const { context } = snapshot;
      const isMerged = context.loaded['title'] === theirs.title;
      const isLast = isMerged || context.failure !== null;
      if (event.type === 'form.fieldChanged')
        return (
          !isLast && context.values['title'] === context.loaded['title'] && 'value' in event && event.value !== context.values['title']
        );
      if (event.type === 'form.sideChosen') return selectSide('title')(snapshot) === 'mine';
      return !isLast || snapshot.matches('unavailable') || event.type === 'form.closeRequested';
    },
  },
  (form) => inApp(<RecordForm form={form} resource={resource} turn={{ at: 1, of: 2 }} />),
  {
    'form.fieldChanged': async (user, event) => {
      const value = 'value' in event ? String(event.value) : '';
      await user.clear(nameBox());
      if (value !== '') await user.type(nameBox(), value);
    },
    'form.submitted': async (user) => {
      nameBox().focus();
      await user.keyboard('{Control>}{Enter}{/Control}');
    },
    'form.loadRetried': press('Try again'),
    'form.passedOver': press('Next record'),
    'form.closeRequested': async (user) => {
      if (!dialog().contains(document.activeElement)) within(dialog()).getAllByRole('button')[0]!.focus();
      await user.keyboard('{Escape}');
    },
    'form.closeConfirmed': press('Discard changes'),
    'form.closeCancelled': press('Keep editing'),
    'form.sideChosen': (user) => user.click(screen.getByRole('radio', { name: /^Theirs/u })),
    'form.mergeAccepted': press('Merge and save'),
    'form.theirsTaken': press('Use all of theirs'),
    'form.conflictDismissed': press('Back to editing'),
  },
  {
    seen: (snapshot) => {
      const { context } = snapshot as RecordFormSnapshot;
      if (snapshot.matches('editing')) {
        expect(nameBox().value).toBe(context.values['title']);
        const wrong = context.issues['title'] !== undefined || context.serverTexts['title'] !== undefined;
        expect(nameBox().getAttribute('aria-invalid') ?? 'false').toBe(String(wrong));
        if (wrong) expect(screen.getByRole('alert').textContent).toContain('Name: ');
      }
      if (snapshot.matches('conflict')) screen.getByText('Somebody saved this record before you');
      if (snapshot.matches('confirmingClose')) expect(screen.getByRole('alertdialog').textContent).toContain('You have unsaved changes');
    },
  },
);
