/**
 * The same values for many chosen records, or amounts changed by percent: which fields, what values, for percentages a rehearsal that writes
 * nothing, then one write that succeeds for all of them or for none. Lives
 * with its dialog, which stays until a write under way was answered: whoever left before that would not hear what became of it. Source: wire protocol §4.10, "multi edit"; security.md rules 31, 33.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import type { Issue } from '#domain/base/issue';
import type { PercentRehearsal } from '#domain/table/percent';
import { errorOf, SET_FAILURE } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

export interface BulkWish {
  readonly resource: string;
  readonly ids: readonly number[];
  /** By field key: the fields that are changed, in the order they were chosen. */
  readonly values: AnyRecord;
  /** By how many percent the amounts of a field change, in the place of one value for all; as typed. */
  readonly percents: Readonly<Record<string, string>>;
}

export type BulkEditEvent =
  | { readonly type: 'bulk.fieldsChosen'; readonly fields: readonly string[]; readonly initial: AnyRecord }
  | { readonly type: 'bulk.valueChanged'; readonly field: string; readonly value: unknown }
  | { readonly type: 'bulk.percentChanged'; readonly field: string; readonly percent: string | null }
  | { readonly type: 'bulk.submitted' }
  | { readonly type: 'bulk.confirmed' }
  | { readonly type: 'bulk.returned' }
  | { readonly type: 'bulk.left' };

export interface SaveManyInput extends BulkWish {
  readonly idempotencyKey: string;
}

/** `ids` is empty where somebody else will find the records: they rehearse a change by percent themselves. */
export interface BulkEditInput extends Omit<BulkWish, 'values' | 'percents'> {
  /** What was chosen before, where it is asked for once more. */
  readonly begun?: Pick<BulkWish, 'values' | 'percents'>;
  /** Made once per dialog, so that a write that is repeated is done once. */
  readonly key: string;
  /** The list the records stand in: it is asked for anew once they are as wished. */
  readonly list: Owner<{ readonly type: 'collection.refreshed' }>;
  /** The dialog that asks: it goes where all is saved, or where somebody leaves it. */
  readonly dialog: Owner<{ readonly type: 'disclosure.closed' }>;
}

interface BulkEditContext extends BulkEditInput, BulkWish {
  /** By field key: why a value cannot be sent. */
  readonly issues: Readonly<Record<string, Issue>>;
  /** What the amounts would become; null before that is known. */
  readonly rehearsal: PercentRehearsal | null;
  readonly failure: Failure | null;
  /** Counts answers and changes: what is sent again unchanged after no answer is the same write. */
  readonly revision: number;
}

/** A field whose amounts change by percent is chosen without a value. */
const begunWith = ({ begun: { values, percents } = { values: {}, percents: {} } }: BulkEditInput) => ({
  values: { ...Object.fromEntries(Object.keys(percents).map((key) => [key, null])), ...values },
  percents,
});

type Chosen = { readonly fields: readonly string[]; readonly initial: AnyRecord };
type Changed = { readonly field: string; readonly value: unknown };
type Percent = { readonly field: string; readonly percent: string | null };

/** Where amounts of a field change by percent, there is no value for all. */
export const wishOf = ({ resource, ids, values, percents }: BulkWish): BulkWish => ({
  resource,
  ids,
  values: Object.fromEntries(Object.entries(values).filter(([key]) => !(key in percents))),
  percents,
});

export const bulkEditMachine = setup({
  types: {
    context: {} as BulkEditContext,
    events: {} as BulkEditEvent,
    input: {} as BulkEditInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    rehearse: fromPromise<PercentRehearsal, BulkWish>(notProvided('rehearse')),
    saveMany: fromPromise<void, SaveManyInput>(notProvided('saveMany')),
  },
  guards: {
    hasFields: ({ context }) => Object.keys(context.values).length > 0,
    isAnswered: (_, { error }: { readonly error: unknown }) => failureOf(error)?.kind === 'rejected',
    needsRehearsal: ({ context: { ids, percents } }) => ids.length > 0 && Object.keys(percents).length > 0,
    canAllTakeIt: ({ context }) => context.rehearsal?.refused.length === 0,
    hasIssues: ({ context }) => Object.keys(context.issues).length > 0,
  },
  actions: {
    /** What was typed in a field that stays is kept. */
    choose: assign(({ context }, { fields, initial }: Chosen) => ({
      values: Object.fromEntries(fields.map((key) => [key, key in context.values ? context.values[key] : initial[key]])),
      percents: Object.fromEntries(Object.entries(context.percents).filter(([key]) => fields.includes(key))),
      issues: {},
      failure: null,
      revision: context.revision + 1,
    })),
    change: assign(({ context }, { field, value }: Changed) => {
      const { [field]: _settled, ...issues } = context.issues;
      return { values: { ...context.values, [field]: value }, issues, failure: null, revision: context.revision + 1 };
    }),
    changePercent: assign(({ context }, { field, percent }: Percent) => {
      const { [field]: _settled, ...issues } = context.issues;
      const { [field]: _before, ...others } = context.percents;
      const percents = percent === null ? others : { ...others, [field]: percent };
      return { percents, issues, failure: null, revision: context.revision + 1 };
    }),
    setRehearsal: assign((_, rehearsal: PercentRehearsal) => ({ rehearsal, failure: null })),
    /** By the rules of the fields; `src/actors` knows them. */
    check: assign({ issues: {} as Readonly<Record<string, Issue>> }),
    setFailure: assign(({ context }, { error }: { readonly error: unknown }) => {
      const failure = failureOf(error);
      return { failure, revision: context.revision + (failure?.kind === 'rejected' ? 1 : 0) };
    }),
    refreshList: sendTo(({ context }) => context.list, { type: 'collection.refreshed' }),
    closeDialog: sendTo(({ context }) => context.dialog, { type: 'disclosure.closed' }),
  },
}).createMachine({
  id: 'bulkEdit',
  context: ({ input }) => ({ ...input, ...begunWith(input), issues: {}, rehearsal: null, failure: null, revision: 0 }),
  initial: 'choosing',
  states: {
    choosing: {
      initial: 'open',
      on: {
        'bulk.fieldsChosen': { target: '.open', actions: { type: 'choose', params: payload } },
        'bulk.valueChanged': { target: '.open', actions: { type: 'change', params: payload } },
        'bulk.percentChanged': { target: '.open', actions: { type: 'changePercent', params: payload } },
        'bulk.submitted': { guard: 'hasFields', target: 'checking', actions: 'check' },
        'bulk.left': 'left',
      },
      states: { open: {}, failed: { tags: 'failed' } },
    },
    checking: {
      always: [{ guard: 'hasIssues', target: 'choosing' }, { guard: 'needsRehearsal', target: 'rehearsing' }, { target: 'saving' }],
    },
    rehearsing: {
      tags: 'busy',
      invoke: {
        id: 'rehearse',
        src: 'rehearse',
        input: ({ context }) => wishOf(context),
        onDone: { target: 'rehearsed', actions: { type: 'setRehearsal', params: output } },
        onError: { target: 'choosing.failed', actions: SET_FAILURE },
      },
    },
    /** Nothing is written before somebody has seen what would be. */
    rehearsed: {
      on: {
        'bulk.confirmed': { guard: 'canAllTakeIt', target: 'saving' },
        'bulk.returned': 'choosing',
        'bulk.left': 'left',
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveMany',
        src: 'saveMany',
        input: ({ context }) => ({ ...wishOf(context), idempotencyKey: `${context.key}:${context.revision}` }),
        onDone: 'saved',
        onError: [
          { guard: { type: 'isAnswered', params: errorOf }, target: 'choosing.failed', actions: SET_FAILURE },
          // It may have been done all the same, whether it is sent again or given up.
          { target: 'choosing.failed', actions: [SET_FAILURE, 'refreshList'] },
        ],
      },
    },
    saved: { type: 'final', entry: ['refreshList', 'closeDialog'] },
    left: { type: 'final', entry: 'closeDialog' },
  },
});

export type BulkEditRef = ActorRefFrom<typeof bulkEditMachine>;
type BulkEditSnapshot = SnapshotFrom<typeof bulkEditMachine>;

/** How many records there are: those that were chosen when it began. */
export const selectBulkCount = ({ context }: BulkEditSnapshot): number => context.ids.length;
export const selectBulkValues = ({ context }: BulkEditSnapshot): AnyRecord => context.values;
export const selectBulkPercents = ({ context }: BulkEditSnapshot): BulkWish['percents'] => context.percents;
/** What is to be looked at before anything is written; null where nothing is. */
export const selectBulkRehearsal = (snapshot: BulkEditSnapshot): PercentRehearsal | null =>
  snapshot.matches('rehearsed') ? snapshot.context.rehearsal : null;
export const selectBulkIssues = ({ context }: BulkEditSnapshot): BulkEditContext['issues'] => context.issues;
export const selectBulkFailure = ({ context }: BulkEditSnapshot): Failure | null => context.failure;
