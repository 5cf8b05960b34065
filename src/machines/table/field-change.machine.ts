/**
 * One value of one row on its way to the server: a switch in a cell. Owned by its table, one for each row at a time, gone once it has
 * reported. The table shows the value from the start and takes it back when it is told so; who saved the record in the meantime wins.
 * Source: wire protocol §4.7; security.md rule 32.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output } from '../base/payload.ts';

export interface CellChange {
  readonly id: number;
  readonly field: string;
  readonly value: unknown;
}

/** `values` is what is known of the record by now, by field key. */
export type FieldChangeReport =
  | { readonly type: 'change.saved'; readonly id: number; readonly values: AnyRecord }
  | { readonly type: 'change.refused'; readonly id: number; readonly values: AnyRecord; readonly failure: Failure };

/** `overtaken`: the record has been saved by somebody else since it was read, and is as `values` say now. */
export type FieldAnswer =
  | { readonly outcome: 'saved'; readonly values: AnyRecord }
  | { readonly outcome: 'overtaken'; readonly values: AnyRecord; readonly failure: Failure };

export interface FieldChangeInput {
  readonly owner: Owner<FieldChangeReport>;
  readonly resource: string;
  readonly change: CellChange;
  /** The record as it was read. */
  readonly row: AnyRecord;
}

interface FieldChangeContext extends FieldChangeInput {
  readonly values: AnyRecord;
  readonly failure: Failure | null;
}

export const fieldChangeMachine = setup({
  types: { context: {} as FieldChangeContext, input: {} as FieldChangeInput },
  actors: { saveField: fromPromise<FieldAnswer, Omit<FieldChangeInput, 'owner'>>(notProvided('saveField')) },
  guards: { isSaved: (_, answer: FieldAnswer) => answer.outcome === 'saved' },
  actions: {
    receiveAnswer: assign((_, answer: FieldAnswer) => ({
      values: answer.values,
      failure: answer.outcome === 'overtaken' ? answer.failure : null,
    })),
    setFailure: assign(toFailure),
    reportSaved: sendTo(
      ({ context }) => context.owner,
      ({ context: { change, values } }): FieldChangeReport => ({ type: 'change.saved', id: change.id, values }),
    ),
    reportRefused: sendTo(
      ({ context }) => context.owner,
      ({ context: { change, values, failure } }): FieldChangeReport => ({
        type: 'change.refused',
        id: change.id,
        values,
        failure: failure ?? { kind: 'aborted' },
      }),
    ),
  },
}).createMachine({
  id: 'fieldChange',
  context: ({ input }) => ({ ...input, values: {}, failure: null }),
  initial: 'saving',
  states: {
    saving: {
      invoke: {
        id: 'saveField',
        src: 'saveField',
        input: ({ context: { resource, change, row } }) => ({ resource, change, row }),
        onDone: [
          { guard: { type: 'isSaved', params: output }, target: 'saved', actions: { type: 'receiveAnswer', params: output } },
          { target: 'overtaken', actions: { type: 'receiveAnswer', params: output } },
        ],
        onError: { target: 'refused', actions: SET_FAILURE },
      },
    },
    saved: { type: 'final', entry: 'reportSaved' },
    overtaken: { type: 'final', entry: 'reportRefused' },
    refused: { type: 'final', entry: 'reportRefused' },
  },
});

export type FieldChangeRef = ActorRefFrom<typeof fieldChangeMachine>;
