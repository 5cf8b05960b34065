/**
 * A form of the member's own account, such as the profile or the password: what was loaded, what was changed of it, and the save. A leaf of
 * its page; the shell hears whether something is unsaved. Where somebody else has saved meanwhile, each field that differs is asked about.
 * Source: open content, "Member centre"; wire protocol §2.10.
 */
import {
  assign,
  enqueueActions,
  fromCallback,
  fromPromise,
  sendTo,
  setup,
  type ActorRefFrom,
  type AnyActorRef,
  type SnapshotFrom,
} from 'xstate';
import type { Failure } from '#domain/base/failure';
import { isSameValue } from '#domain/base/same-value';
import type { Secret } from '#domain/base/secret';
import { conflictingFields, mergeRecord, type Side } from '#domain/table/record-changes';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import type { MemberShellEvent } from './member-shell.vocabulary.ts';

export type FormValue = string | number | null | Secret;
export type AccountFormValues = Readonly<Record<string, FormValue>>;

export interface LoadedForm {
  readonly values: AccountFormValues;
  /** Of the record, for the server to notice whether somebody else saved first; null where it keeps none. */
  readonly version: number | null;
}

export interface FormSave {
  /** What differs from what was loaded. */
  readonly changes: AccountFormValues;
  readonly loaded: LoadedForm;
}

export type FormAnswer =
  | ({ readonly outcome: 'saved' } & LoadedForm)
  /** What stands there by now. */
  | ({ readonly outcome: 'conflict' } & LoadedForm);

export type AccountFormEvent =
  | { readonly type: 'form.edited'; readonly field: string; readonly value: FormValue }
  | { readonly type: 'form.submitted' }
  | { readonly type: 'form.reset' }
  | { readonly type: 'form.retried' }
  | { readonly type: 'conflict.sideChosen'; readonly field: string; readonly side: Side }
  | { readonly type: 'conflict.settled' }
  | { readonly type: 'conflict.dismissed' };

export interface AccountFormInput {
  /** The shell of the member centre. */
  readonly owner: Owner<Extract<MemberShellEvent, { readonly type: 'work.unsavedChanged' | 'shell.memberChanged' }>>;
}

interface AccountFormContext extends AccountFormInput {
  readonly loaded: LoadedForm;
  readonly values: AccountFormValues;
  /** The values of the last save: what differs from them came later. */
  readonly sent: AccountFormValues;
  /** What somebody else has saved; null outside of a conflict. */
  readonly current: LoadedForm | null;
  readonly sides: Readonly<Record<string, Side>>;
  /** How often it was saved: fields that keep their own text begin anew with each. */
  readonly saves: number;
  readonly failure: Failure | null;
}

const NOTHING: LoadedForm = { values: {}, version: null };

/** Put back to what it was, a value is no change; a password that was emptied again is none either. */
const changesIn = ({ loaded, values }: Pick<AccountFormContext, 'loaded' | 'values'>): AccountFormValues =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isSameValue(value, loaded.values[field] ?? null)));

export const accountFormMachine = setup({
  types: {
    context: {} as AccountFormContext,
    events: {} as AccountFormEvent,
    input: {} as AccountFormInput,
    tags: {} as 'busy' | 'unsaved',
  },
  actors: {
    loadForm: fromPromise<LoadedForm>(notProvided('loadForm')),
    saveForm: fromPromise<FormAnswer, FormSave>(notProvided('saveForm')),
    /** Keeps what is unsaved over a session that is lost, and gives it back. */
    keepDraft: fromCallback<AccountFormEvent, { readonly form: AnyActorRef }>(notProvided('keepDraft')),
  },
  guards: {
    hasChanges: ({ context }) => Object.keys(changesIn(context)).length > 0,
    isConflict: (_, { outcome }: Pick<FormAnswer, 'outcome'>) => outcome === 'conflict',
  },
  actions: {
    setLoaded: assign((_, { values, version }: LoadedForm) => ({ loaded: { values, version }, values, current: null, failure: null })),
    setSent: assign({ sent: ({ context }) => context.values }),
    setSaved: assign(({ context: { sent, values } }, saved: LoadedForm) => ({
      loaded: { values: saved.values, version: saved.version },
      values: mergeRecord(sent, values, saved.values, {}) as AccountFormValues,
      failure: null,
    })),
    setCurrent: assign((_, { values, version }: LoadedForm) => ({ current: { values, version }, sides: {} })),
    setValue: assign(({ context }, { field, value }: { readonly field: string; readonly value: FormValue }) => ({
      values: { ...context.values, [field]: value },
      failure: null,
    })),
    countSave: assign({ saves: ({ context }) => context.saves + 1 }),
    resetValues: assign(({ context }) => ({ values: context.loaded.values, failure: null })),
    setSide: assign({
      sides: ({ context }, { field, side }: { readonly field: string; readonly side: Side }) => ({ ...context.sides, [field]: side }),
    }),
    mergeCurrent: assign(({ context: { loaded, values, current, sides } }) =>
      current === null
        ? {}
        : { loaded: current, values: mergeRecord(loaded.values, values, current.values, sides) as AccountFormValues, current: null },
    ),
    dropCurrent: assign({ current: null }),
    setFailure: assign(toFailure),
    reportUnsaved: enqueueActions(({ context: { owner }, enqueue }, { isUnsaved }: { readonly isUnsaved: boolean }) => {
      enqueue.sendTo(owner, { type: 'work.unsavedChanged', isUnsaved });
    }),
    reportSaved: sendTo(({ context }) => context.owner, { type: 'shell.memberChanged' }),
  },
}).createMachine({
  id: 'accountForm',
  context: ({ input }) => ({ ...input, loaded: NOTHING, values: {}, sent: {}, current: null, sides: {}, saves: 0, failure: null }),
  invoke: {
    id: 'keepDraft',
    src: 'keepDraft',
    input: ({ self }) => ({ form: self }),
    onError: { actions: SET_FAILURE },
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadForm',
        src: 'loadForm',
        onDone: { target: 'rested', actions: { type: 'setLoaded', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    failed: { on: { 'form.retried': 'loading' } },
    /** As it was loaded. */
    rested: {
      on: { 'form.edited': { target: 'comparing', actions: { type: 'setValue', params: payload } } },
    },
    /** Just saved, and untouched since. */
    saved: {
      on: { 'form.edited': { target: 'comparing', actions: { type: 'setValue', params: payload } } },
    },
    /** Decides at once. */
    comparing: { always: [{ guard: 'hasChanges', target: 'unsaved' }, { target: 'rested' }] },
    /** Decides at once: a picture may have arrived, or something been typed, while it was saved. */
    stored: { always: [{ guard: 'hasChanges', target: 'unsaved' }, { target: 'saved' }] },
    unsaved: {
      tags: 'unsaved',
      entry: { type: 'reportUnsaved', params: { isUnsaved: true } },
      exit: { type: 'reportUnsaved', params: { isUnsaved: false } },
      initial: 'editing',
      on: { 'form.reset': { target: 'rested', actions: 'resetValues' } },
      states: {
        editing: {
          on: {
            'form.edited': { target: 'weighed', actions: { type: 'setValue', params: payload } },
            'form.submitted': 'saving',
          },
        },
        /** Decides at once: the last change may have taken all of them back. */
        weighed: { always: [{ guard: 'hasChanges', target: 'editing' }, { target: '#accountForm.rested' }] },
        saving: {
          tags: 'busy',
          entry: 'setSent',
          on: {
            'form.reset': {},
            'form.edited': { actions: { type: 'setValue', params: payload } },
          },
          invoke: {
            id: 'saveForm',
            src: 'saveForm',
            input: ({ context }) => ({ changes: changesIn(context), loaded: context.loaded }),
            onDone: [
              { guard: { type: 'isConflict', params: output }, target: 'conflicted', actions: { type: 'setCurrent', params: output } },
              { target: '#accountForm.stored', actions: [{ type: 'setSaved', params: output }, 'countSave', 'reportSaved'] },
            ],
            onError: { target: 'weighed', actions: SET_FAILURE },
          },
        },
        conflicted: {
          on: {
            'form.edited': { actions: { type: 'setValue', params: payload } },
            'conflict.sideChosen': { actions: { type: 'setSide', params: payload } },
            'conflict.settled': { target: 'merged', actions: 'mergeCurrent' },
            'conflict.dismissed': { target: 'editing', actions: 'dropCurrent' },
          },
        },
        /** Decides at once: where all of theirs was taken, nothing is left to save. */
        merged: { always: [{ guard: 'hasChanges', target: 'saving' }, { target: '#accountForm.rested' }] },
      },
    },
  },
});

export type AccountFormSnapshot = SnapshotFrom<typeof accountFormMachine>;
export type AccountFormRef = ActorRefFrom<typeof accountFormMachine>;
export const selectAccountFormValues = ({ context }: AccountFormSnapshot): AccountFormValues => context.values;
/** What differs from what was loaded. */
export const selectFormChanges = ({ context }: AccountFormSnapshot): AccountFormValues => changesIn(context);
export const selectSaves = ({ context }: AccountFormSnapshot): number => context.saves;
export const selectAccountFormFailure = ({ context }: AccountFormSnapshot): Failure | null => context.failure;
export const selectIsFormConflicted = (snapshot: AccountFormSnapshot): boolean => snapshot.matches({ unsaved: 'conflicted' });
/** Fields that both sides changed, with both values. */
export const selectAccountConflicts = ({ context: { loaded, values, current, sides } }: AccountFormSnapshot) =>
  current === null
    ? []
    : conflictingFields(loaded.values, values, current.values).map((field) => ({
        field,
        mine: values[field] ?? null,
        theirs: current.values[field] ?? null,
        side: sides[field] ?? 'mine',
      }));
export const selectAccountFormIsSaved = (snapshot: AccountFormSnapshot): boolean => snapshot.matches('saved');
export const selectAccountFormIsLoading = (snapshot: AccountFormSnapshot): boolean => snapshot.matches('loading');
export const selectAccountFormHasFailed = (snapshot: AccountFormSnapshot): boolean => snapshot.matches('failed');
