/** A form for a new record of another section, in a window over a row. Owned by the window, which is told how it ended. */
import { assign, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';
import { recordFormMachine, type RecordFormOutput } from './record-form.machine.ts';
import type { RowWindowEvent } from './row-window.machine.ts';

export interface WindowFormInput {
  readonly owner: Owner<Extract<RowWindowEvent, { readonly type: 'rowWindow.closed' | 'rowWindow.finished' }>>;
  /** Name of the resource whose record is added. */
  readonly resource: string;
  /** What is known already. */
  readonly initial: AnyRecord;
  /** Makes the write safe to repeat. */
  readonly key: string;
}

interface WindowFormContext extends WindowFormInput {
  readonly failure: Failure | null;
}

export const windowFormMachine = setup({
  types: {
    context: {} as WindowFormContext,
    input: {} as WindowFormInput,
    children: {} as { recordForm: 'recordForm' },
  },
  actors: { recordForm: recordFormMachine },
  guards: { isSaved: (_, { output }: { readonly output: RecordFormOutput }) => output.outcome === 'saved' },
  actions: {
    reportFinished: sendTo(({ context }) => context.owner, { type: 'rowWindow.finished' }),
    reportClosed: sendTo(({ context }) => context.owner, { type: 'rowWindow.closed' }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'windowForm',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'open',
  states: {
    open: {
      invoke: {
        id: 'recordForm',
        src: 'recordForm',
        input: ({ context: { resource, initial, key } }) => ({ resource, id: null, initial, key }),
        onDone: [
          {
            guard: { type: 'isSaved', params: payload },
            target: 'over',
            actions: 'reportFinished',
          },
          { target: 'over', actions: 'reportClosed' },
        ],
        onError: { target: 'over', actions: [SET_FAILURE, 'reportClosed'] },
      },
    },
    over: { type: 'final' },
  },
});

export type WindowFormSnapshot = SnapshotFrom<typeof windowFormMachine>;
export type WindowFormRef = ActorRefFrom<typeof windowFormMachine>;
