/**
 * One record being added or edited. Owned by the collection; its values live as long as the tab, so that a draft survives a switch.
 * Whether something was changed is derived from the values. Two people who save are told of each other; nothing is overwritten silently.
 * Source: specification §7 "CRUD helper"; readings 4.4, 4.19, 7.8.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { isFree, untouched, withHeld, withValue, without, type Editable, type FieldValue } from '#domain/fields/editable';
import type { AnyRecord } from '#domain/fields/field';
import { hasIssues, type Issue } from '#domain/base/issue';
import { mergeRecord, type Side } from '#domain/table/record-changes';
import type { SavedStep } from '../life/step-choice.machine.ts';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import {
  firstOf,
  formValues,
  hasChanged,
  nextRevision,
  valuesToSave,
  type RecordFormEvent,
  type SaveAnswer,
  type SaveInput,
} from './record-save.ts';

export interface RecordFormInput {
  readonly resource: string;
  /** null: a new record. */
  readonly id: number | null;
  /** The values of a new record; {} for an existing one. */
  readonly initial: AnyRecord;
  /** Made once per form, so that a write that is repeated is done once. */
  readonly key: string;
}

export interface RecordFormOutput {
  /** `unchanged`: submitted as it was, so that nothing had to be written. */
  readonly outcome: 'saved' | 'unchanged' | 'closed';
  readonly id: number | null;
  readonly again?: string | undefined;
  /** The form has learned that the record may be another than the list shows: somebody else has saved it, or a save got no answer. */
  readonly isListOutdated?: true;
}

interface RecordFormContext extends RecordFormInput, Editable {
  readonly loaded: AnyRecord;
  /** Of the last submission. */
  readonly step?: SavedStep | undefined;
  readonly again?: string | undefined;
  readonly failure: Failure | null;
  /** The record as the other person saved it. */
  readonly current: AnyRecord | null;
  readonly sides: Readonly<Record<string, Side>>;
  /** Counts answers and changes: what is sent again unchanged after no answer is the same write, anything else is another. */
  readonly revision: number;
  /** What was sent since the last answer, and got none; what may have added a record goes once more, as it was, before anything else. */
  readonly unanswered: readonly AnyRecord[];
  readonly isListOutdated: boolean;
}

const endOf = ({ id, isListOutdated }: RecordFormContext): Pick<RecordFormOutput, 'id' | 'isListOutdated'> => ({
  id,
  ...(isListOutdated && { isListOutdated }),
});

/** Changed, or about to be. */
const isDirty = ({ loaded, values, held }: Pick<RecordFormContext, 'loaded' | 'values' | 'held'>): boolean =>
  hasIssues(held) || hasChanged(loaded, values);

export const recordFormMachine = setup({
  types: {
    context: {} as RecordFormContext,
    events: {} as RecordFormEvent,
    input: {} as RecordFormInput,
    output: {} as RecordFormOutput,
    tags: {} as 'busy' | 'editable',
  },
  actors: {
    loadRecord: fromPromise<AnyRecord, { readonly resource: string; readonly id: number }>(notProvided('loadRecord')),
    saveRecord: fromPromise<SaveAnswer, SaveInput>(notProvided('saveRecord')),
  },
  guards: {
    isNew: ({ context }) => context.id === null,
    isFree: ({ context }, { field }: { readonly field: string }) => isFree(context, field),
    isDirty: ({ context }) => isDirty(context),
    isClean: ({ context }) => context.id !== null && !isDirty(context),
    isUnchanged: ({ context }) => context.id !== null && !context.step && Object.keys(valuesToSave(context)).length === 0,
    hasIssues: ({ context }) => hasIssues(context.issues),
    isCompared: ({ context }) => context.current !== null,
    isSaved: (_, answer: SaveAnswer) => answer.outcome === 'saved',
    isConflict: (_, answer: SaveAnswer) => answer.outcome === 'conflict',
    /** The answer is about what was sent first, and not about what the form holds by now. */
    isOfFirst: ({ context }, answer: SaveAnswer) => {
      const first = firstOf(context);
      return first !== undefined && !answer.isOfForm && hasChanged(first, context.values);
    },
  },
  actions: {
    setRecord: assign((_, record: AnyRecord) => ({ loaded: record, values: record, failure: null })),
    addFields: assign(({ context: { loaded, values } }, { initial }: { readonly initial: AnyRecord }) => ({
      loaded: { ...initial, ...loaded },
      values: { ...initial, ...values },
    })),
    changeField: assign(({ context }, change: FieldValue) => ({ ...withValue(context, change), revision: nextRevision(context) })),
    hold: assign(({ context }, params: { readonly field: string; readonly issue: Issue }) => withHeld(context, params)),
    free: assign(({ context }, { field }: { readonly field: string }) => ({
      held: without(context.held, field),
      issues: context.issues[field] === context.held[field] ? without(context.issues, field) : context.issues,
    })),
    setWish: assign((_, { step, again }: { readonly step?: SavedStep; readonly again?: string }) => ({ step, again })),
    addHeld: assign({ issues: ({ context }) => ({ ...context.issues, ...context.held }) }),
    /** Provided per resource: the issues of the whole form. */
    checkAll: assign({ issues: {} }),
    /** Provided per resource: the issue of one field. */
    checkOne: assign((_args, _params: { readonly field: string }) => ({})),
    reset: assign(({ context }) => ({ ...untouched(context.loaded), revision: nextRevision(context) })),
    receiveAnswer: assign(({ context }, answer: SaveAnswer) => ({
      revision: context.revision + 1,
      unanswered: [],
      ...(answer.outcome === 'saved' && { id: answer.id ?? context.id }),
      ...(answer.outcome === 'refused' && { failure: answer.failure, serverTexts: answer.texts }),
      ...(answer.outcome === 'conflict' && { current: answer.current, sides: {}, isListOutdated: true }),
    })),
    /** Either it is known now which record it is, or it was never added. */
    receiveFirst: assign(({ context }, answer: SaveAnswer) => ({
      revision: context.revision + 1,
      unanswered: [],
      ...(answer.outcome === 'saved' && { id: answer.id, loaded: { ...context.loaded, ...firstOf(context) } }),
    })),
    setFailure: assign(toFailure),
    addUnanswered: assign(({ context }) => ({
      unanswered: [...context.unanswered, formValues(context)],
      isListOutdated: true,
    })),
    clearFailure: assign({ failure: null, serverTexts: {} }),
    chooseSide: assign(({ context }, { field, side }: { readonly field: string; readonly side: Side }) => ({
      sides: { ...context.sides, [field]: side },
    })),
    merge: assign(({ context: { loaded, values, current, sides } }) => ({
      loaded: { ...loaded, ...current },
      values: mergeRecord(loaded, values, { ...loaded, ...current }, sides),
      current: null,
    })),
    acceptTheirs: assign(({ context: { loaded, current } }) => ({
      loaded: { ...loaded, ...current },
      values: { ...loaded, ...current },
      issues: {},
      current: null,
    })),
    dismissConflict: assign({ current: null }),
  },
}).createMachine({
  id: 'recordForm',
  context: ({ input }) => ({
    ...input,
    ...untouched(input.initial),
    loaded: input.initial,
    held: {},
    current: null,
    sides: {},
    revision: 0,
    unanswered: [],
    isListOutdated: false,
  }),
  initial: 'opened',
  on: { 'form.declared': { actions: { type: 'addFields', params: payload } } },
  states: {
    opened: { always: [{ guard: 'isNew', target: 'editing' }, { target: 'loading' }] },
    loading: {
      tags: 'busy',
      on: { 'form.closeRequested': 'closed' },
      invoke: {
        id: 'loadRecord',
        src: 'loadRecord',
        input: ({ context }) => ({ resource: context.resource, id: context.id ?? 0 }),
        onDone: { target: 'editing', actions: { type: 'setRecord', params: output } },
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: {
      on: {
        'form.loadRetried': { target: 'loading', actions: 'clearFailure' },
        'form.passedOver': 'unchanged',
        'form.closeRequested': 'closed',
      },
    },
    editing: {
      tags: 'editable',
      on: {
        'form.fieldChanged': { actions: { type: 'changeField', params: payload } },
        'form.fieldHeld': { actions: { type: 'hold', params: payload } },
        'form.fieldFreed': { actions: { type: 'free', params: payload } },
        // Why nothing is saved stays said, also when the person moves on to what has to be waited for.
        'form.fieldLeft': {
          guard: { type: 'isFree', params: payload },
          actions: { type: 'checkOne', params: payload },
        },
        'form.submitted': { target: 'checked', actions: [{ type: 'setWish', params: payload }, 'clearFailure', 'checkAll', 'addHeld'] },
        'form.reset': { actions: 'reset' },
        // Who has typed is told when saving.
        'form.outdated': { guard: 'isClean', target: 'loading' },
        'form.failureDismissed': { actions: 'clearFailure' },
        'form.closeRequested': [{ guard: 'isDirty', target: 'confirmingClose' }, { target: 'closed' }],
      },
    },
    checked: {
      always: [{ guard: 'hasIssues', target: 'editing' }, { guard: 'isUnchanged', target: 'unchanged' }, { target: 'saving' }],
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveRecord',
        src: 'saveRecord',
        input: ({ context }) => ({
          resource: context.resource,
          id: context.id,
          values: formValues(context),
          loaded: context.loaded,
          idempotencyKey: `${context.key}:${context.revision}`,
          step: context.step,
          unanswered: context.unanswered,
        }),
        onDone: [
          { guard: { type: 'isOfFirst', params: output }, target: 'checked', actions: { type: 'receiveFirst', params: output } },
          { guard: { type: 'isSaved', params: output }, target: 'saved', actions: { type: 'receiveAnswer', params: output } },
          { guard: { type: 'isConflict', params: output }, target: 'conflict', actions: { type: 'receiveAnswer', params: output } },
          { target: 'editing', actions: { type: 'receiveAnswer', params: output } },
        ],
        onError: {
          target: 'editing',
          actions: [SET_FAILURE, 'addUnanswered'],
        },
      },
    },
    conflict: {
      on: {
        'form.sideChosen': { actions: { type: 'chooseSide', params: payload } },
        'form.mergeAccepted': { target: 'checked', actions: ['merge', 'checkAll'] },
        'form.theirsTaken': { target: 'editing', actions: 'acceptTheirs' },
        'form.conflictDismissed': { target: 'editing', actions: 'dismissConflict' },
        'form.closeRequested': 'confirmingClose',
      },
    },
    confirmingClose: {
      on: {
        // What ends while the question is open is kept for the case that the answer is no.
        'form.fieldChanged': { actions: { type: 'changeField', params: payload } },
        'form.fieldFreed': { actions: { type: 'free', params: payload } },
        'form.closeConfirmed': 'closed',
        'form.closeCancelled': [{ guard: 'isCompared', target: 'conflict' }, { target: 'editing' }],
      },
    },
    saved: { type: 'final', output: ({ context: { id, again } }) => ({ outcome: 'saved', id, ...(again !== undefined && { again }) }) },
    unchanged: { type: 'final', output: ({ context }) => ({ outcome: 'unchanged', ...endOf(context) }) },
    closed: { type: 'final', output: ({ context }) => ({ outcome: 'closed', ...endOf(context) }) },
  },
  output: ({ event }) => event.output as RecordFormOutput,
});

export type RecordFormSnapshot = SnapshotFrom<typeof recordFormMachine>;
export type RecordFormRef = ActorRefFrom<typeof recordFormMachine>;
export const selectIsNewRecord = ({ context }: RecordFormSnapshot): boolean => context.id === null;
export const selectFormId = ({ context }: RecordFormSnapshot): number | null => context.id;
export const selectRecordFormValues = ({ context }: RecordFormSnapshot): AnyRecord => context.values;
export const selectFormValue =
  (field: string) =>
  ({ context }: RecordFormSnapshot): unknown =>
    context.values[field];
export const selectFieldIssue =
  (field: string) =>
  ({ context }: RecordFormSnapshot): Issue | undefined =>
    context.issues[field];
/** What the server said of a field, in the person's language. */
export const selectServerText =
  (field: string) =>
  ({ context }: RecordFormSnapshot): string | undefined =>
    context.serverTexts[field];
export const selectRecordFormFailure = ({ context }: RecordFormSnapshot): Failure | null => context.failure;
export const selectIsRecordDirty = ({ context }: RecordFormSnapshot): boolean => isDirty(context);
export const selectIsSaving = (snapshot: RecordFormSnapshot): boolean => snapshot.matches('saving');
export const selectRecordFormIsLoading = (snapshot: RecordFormSnapshot): boolean => snapshot.matches('loading');
export const selectRecordFormIsUnavailable = (snapshot: RecordFormSnapshot): boolean => snapshot.matches('unavailable');
export const selectRecordFormIsEditing = (snapshot: RecordFormSnapshot): boolean => snapshot.matches('editing');
export const selectRecordFormIsConfirmingClose = (snapshot: RecordFormSnapshot): boolean => snapshot.matches('confirmingClose');
