/**
 * An answer as this page follows it: the server writes it, whether or not anybody reads, and keeps it. Text enters no context: the line
 * writes into a buffer beside the machine, which hears where the answer has got to. Owned by its thread until the answer rests.
 * Source: specification §1, "AI chat"; docs/chat.md.
 */
import { assign, fromCallback, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { FinishReason, MessageState } from '#domain/chat/answer';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';

export interface AnswerAddress {
  /** The run that writes it. */
  readonly uuid: string;
  /** The message that it is written into. */
  readonly message: string;
}

export type LineNews =
  /** An event came: the line is up. */
  | { readonly type: 'line.heard' }
  | { readonly type: 'line.cut' }
  /** The server will not tell of this answer. */
  | { readonly type: 'line.refused'; readonly failure: Failure }
  | { readonly type: 'answer.thinkingBegan' }
  | { readonly type: 'answer.textBegan' }
  | {
      readonly type: 'answer.ended';
      readonly state: MessageState;
      readonly finishReason: FinishReason | null;
      readonly characters: number;
    };

export type AnswerEvent = LineNews | { readonly type: 'answer.stopRequested' } | { readonly type: 'answer.retried' };

/** What the owner is told: nothing more will come of it here. */
export type AnswerReport = { readonly type: 'answer.rested'; readonly uuid: string };

export interface AnswerInput extends AnswerAddress {
  readonly owner: Owner<AnswerReport>;
  /** Somebody has pressed stop before the server had the question. */
  readonly isToStop: boolean;
}

interface AnswerContext extends AnswerInput {
  /** Broken lines since the last event. */
  readonly cutCount: number;
  /** Why it could not be stopped. */
  readonly failure: Failure | null;
}

/** Broken lines in a row after which somebody has to ask for another: about a minute, which is longer than a fail-over takes. */
const MOST_CUTS = 11;

export const answerMachine = setup({
  types: {
    context: {} as AnswerContext,
    events: {} as AnswerEvent,
    input: {} as AnswerInput,
    tags: {} as 'stoppable' | 'stopping' | 'waiting' | 'thinking' | 'writing' | 'resuming' | 'lost',
  },
  actors: {
    /** Follows the answer from behind what the buffer holds of it. */
    followAnswer: fromCallback<AnswerEvent, AnswerAddress>(notProvided('followAnswer')),
    stopAnswer: fromPromise<void, AnswerAddress>(notProvided('stopAnswer')),
  },
  delays: { reopenPause: ({ context }) => Math.min(8000, 250 * 2 ** context.cutCount) },
  guards: {
    isToStop: ({ context }) => context.isToStop,
    hasCutsLeft: ({ context }) => context.cutCount < MOST_CUTS,
  },
  actions: {
    countCut: assign({ cutCount: ({ context }) => context.cutCount + 1 }),
    clearCuts: assign({ cutCount: 0 }),
    clearFailure: assign({ failure: null }),
    setFailure: assign(toFailure),
    setRefusal: assign({ failure: (_, { failure }: { readonly failure: Failure }) => failure }),
    reportRested: sendTo(
      ({ context }) => context.owner,
      ({ context: { uuid } }): AnswerReport => ({ type: 'answer.rested', uuid }),
    ),
  },
}).createMachine({
  id: 'answer',
  context: ({ input }) => ({ ...input, cutCount: 0, failure: null }),
  initial: 'followed',
  states: {
    followed: {
      type: 'parallel',
      states: {
        text: {
          initial: 'waiting',
          states: {
            waiting: { tags: 'waiting', on: { 'answer.thinkingBegan': 'thinking', 'answer.textBegan': 'writing' } },
            thinking: { tags: 'thinking', on: { 'answer.textBegan': 'writing' } },
            writing: { tags: 'writing', on: { 'answer.thinkingBegan': 'thinking' } },
          },
        },
        line: {
          initial: 'open',
          states: {
            open: {
              invoke: {
                id: 'followAnswer',
                src: 'followAnswer',
                input: ({ context: { uuid, message } }) => ({ uuid, message }),
                onError: '#answer.lost',
              },
              on: {
                'line.heard': { actions: 'clearCuts' },
                'line.cut': [{ guard: 'hasCutsLeft', target: 'pausing', actions: 'countCut' }, { target: '#answer.lost' }],
              },
            },
            pausing: { tags: 'resuming', after: { reopenPause: 'open' } },
          },
        },
        stop: {
          initial: 'arriving',
          states: {
            arriving: { always: [{ guard: 'isToStop', target: 'stopping' }, { target: 'offered' }] },
            offered: { tags: 'stoppable', on: { 'answer.stopRequested': 'stopping' } },
            /** Until the stream says that it has ended: what is still on its way is not lost. */
            stopping: {
              tags: 'stopping',
              entry: 'clearFailure',
              invoke: {
                id: 'stopAnswer',
                src: 'stopAnswer',
                input: ({ context: { uuid, message } }) => ({ uuid, message }),
                onError: { target: 'offered', actions: SET_FAILURE },
              },
            },
          },
        },
      },
      on: {
        'answer.ended': 'rested',
        'line.refused': { target: 'rested', actions: { type: 'setRefusal', params: payload } },
      },
    },
    /** The line broke again and again. The answer goes on; whoever wants to read it asks for it. */
    lost: { tags: 'lost', on: { 'answer.retried': { target: 'followed', actions: 'clearCuts' } } },
    rested: { type: 'final', entry: 'reportRested' },
  },
});

export type AnswerRef = ActorRefFrom<typeof answerMachine>;
type AnswerSnapshot = SnapshotFrom<typeof answerMachine>;

/** What an answer under way looks like. */
export type AnswerPhase = 'waiting' | 'thinking' | 'writing' | 'stopping' | 'resuming' | 'lost' | 'rested';
const PHASES = ['lost', 'stopping', 'resuming', 'waiting', 'thinking', 'writing'] as const;
export const selectPhase = (snapshot: AnswerSnapshot): AnswerPhase => PHASES.find((phase) => snapshot.hasTag(phase)) ?? 'rested';
export const selectAnswerStopFailure = ({ context }: AnswerSnapshot): Failure | null => context.failure;
