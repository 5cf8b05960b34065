import { assign } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { recordFormMachine, selectIsRecordDirty } from '#machines/table/record-form.machine';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';

/** A title is needed; nothing else is checked. */
const machine = recordFormMachine.provide({
  actions: {
    checkAll: assign(({ context }) => ({ issues: context.values['title'] === '' ? { title: { key: 'validation.required' } } : {} })),
  },
});
const loaded = { id: 7, title: 'Green tea', price: 1000, version: 3 };
const theirs = { id: 7, title: 'Oolong', price: 1000, version: 4 };
const offline = new FailureError({ kind: 'unreachable', online: false });
const refused = { kind: 'rejected', code: 0, message: 'taken' } as const;

const ANOTHER = 'White tea';
const isOfSaving = (event: { readonly type: string }): boolean =>
  (event.type === 'form.submitted' && !('step' in event)) || event.type.endsWith('.saveRecord');

describeModel({
  machine,
  inert: inertOf(machine),
  inputs: [
    { resource: 'goods', id: null, initial: { title: '', price: null }, key: 'k' },
    { resource: 'goods', id: 7, initial: {}, key: 'k' },
  ],
  events: [
    { type: 'form.fieldChanged', field: 'title', value: 'Black tea' },
    { type: 'form.fieldChanged', field: 'title', value: '' },
    { type: 'form.fieldChanged', field: 'title', value: ANOTHER },
    { type: 'form.fieldLeft', field: 'title' },
    { type: 'form.fieldHeld', field: 'title', issue: { key: 'upload.running' } },
    { type: 'form.fieldFreed', field: 'title' },
    { type: 'form.submitted' },
    { type: 'form.submitted', step: { event: 'publish', label: 'Publish', comment: '' } },
    { type: 'form.submitted', again: 'k2' },
    { type: 'form.declared', initial: { title: 'New', colour: 'red' } },
    { type: 'form.reset' },
    { type: 'form.outdated' },
    { type: 'form.loadRetried' },
    { type: 'form.passedOver' },
    { type: 'form.failureDismissed' },
    { type: 'form.closeRequested' },
    { type: 'form.closeConfirmed' },
    { type: 'form.closeCancelled' },
    { type: 'form.sideChosen', field: 'title', side: 'theirs' },
    { type: 'form.mergeAccepted' },
    { type: 'form.theirsTaken' },
    { type: 'form.conflictDismissed' },
    done('loadRecord', loaded),
    failed('loadRecord', offline),
    done('saveRecord', { outcome: 'saved', id: 7 }),
    done('saveRecord', { outcome: 'refused', failure: refused, texts: { title: 'Taken' } }),
    done('saveRecord', { outcome: 'conflict', current: theirs }),
    failed('saveRecord', offline),
  ],
  view: ({ context }) => ({
    title: context.values['title'],
    loaded: context.loaded['title'],
    issues: Object.values(context.issues),
    held: Object.keys(context.held),
    texts: context.serverTexts,
    failure: context.failure?.kind ?? null,
    current: context.current !== null,
    sides: context.sides,
    step: context.step?.event ?? null,
    again: context.again ?? null,
    isOfFirst: context.values['title'] === ANOTHER && context.id === null && context.unanswered.length > 0,
  }),
  // Another new record follows a new one; what is typed after an add that got no answer is only saved.
  only: ({ context }, event) => {
    if ('again' in event) return context.id === null && context.failure === null && context.values['title'] !== ANOTHER;
    if (context.values['title'] === ANOTHER) return isOfSaving(event);
    if (!('value' in event) || event.value !== ANOTHER) return true;
    return context.id === null && context.failure?.kind === 'unreachable' && !context.step && !('colour' in context.values);
  },
  // Only what is whole and differs is sent; a conflict has another record to show.
  always: (snapshot) => {
    const { context } = snapshot;
    if (snapshot.matches('saving'))
      return (
        Object.keys({ ...context.issues, ...context.held }).length === 0 &&
        (context.id === null || selectIsRecordDirty(snapshot) || context.unanswered.length > 0 || context.step !== undefined)
      );
    return !snapshot.matches('conflict') || context.current !== null;
  },
});
