/**
 * Answers said by the device's own voices, one at a time: until all of it is said, its button is pressed again, or it is no longer shown. What
 * is said is read where the texts are, and enters no event. A leaf of the thread's view. Source: specification §1, "AI chat"; docs/chat.md.
 */
import { assign, fromCallback, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { notProvided } from '../base/not-provided.ts';
import { payload } from '../base/payload.ts';
import type { ThreadRef } from './thread.machine.ts';

/** `language`: as BCP 47 has it, without a region. */
export interface ReadAnswer {
  readonly message: string;
  readonly language: string;
}

export type ReadAloudEvent =
  /** Browsers find their voices in their own time, and people add some. */
  | { readonly type: 'voices.told'; readonly languages: readonly string[] }
  | ({ readonly type: 'readAloud.pressed' } & ReadAnswer)
  | { readonly type: 'speech.ended' }
  | { readonly type: 'speech.failed' };

export interface ReadAloudInput {
  readonly thread: ThreadRef;
}

interface ReadAloudContext extends ReadAloudInput {
  /** Those that this device has a voice for. */
  readonly languages: readonly string[];
  /** The answer that is said, or could not be. */
  readonly answer: ReadAnswer | null;
}

export const readAloudMachine = setup({
  types: { context: {} as ReadAloudContext, events: {} as ReadAloudEvent, input: {} as ReadAloudInput, tags: {} as 'speaking' | 'failed' },
  actors: {
    watchVoices: fromCallback<ReadAloudEvent>(notProvided('watchVoices')),
    /** Says an answer for as long as its thread shows it; silent as soon as it is stopped. */
    speak: fromCallback<ReadAloudEvent, ReadAnswer & ReadAloudInput>(notProvided('speak')),
  },
  guards: { isSpoken: ({ context: { answer } }, { message }: ReadAnswer) => answer?.message === message },
  actions: {
    setLanguages: assign({ languages: (_, { languages }: { readonly languages: readonly string[] }) => languages }),
    setAnswer: assign({ answer: (_, { message, language }: ReadAnswer) => ({ message, language }) }),
    clearAnswer: assign({ answer: null }),
  },
}).createMachine({
  id: 'readAloud',
  context: ({ input: { thread } }) => ({ thread, languages: [], answer: null }),
  initial: 'silent',
  invoke: { id: 'watchVoices', src: 'watchVoices' },
  on: {
    'voices.told': { actions: { type: 'setLanguages', params: payload } },
    'readAloud.pressed': { target: '.speaking', actions: { type: 'setAnswer', params: payload } },
  },
  states: {
    silent: { entry: 'clearAnswer' },
    speaking: {
      tags: 'speaking',
      invoke: { id: 'speak', src: 'speak', input: ({ context }) => spokenIn(context), onError: 'failed' },
      on: {
        'readAloud.pressed': [
          { guard: { type: 'isSpoken', params: payload }, target: 'silent' },
          { target: 'speaking', reenter: true, actions: { type: 'setAnswer', params: payload } },
        ],
        'speech.ended': 'silent',
        'speech.failed': 'failed',
      },
    },
    /** The device has not said it; a press tries again. */
    failed: { tags: 'failed' },
  },
});

function spokenIn({ thread, answer }: ReadAloudContext): ReadAnswer & ReadAloudInput {
  if (answer === null) throw new Error('nothing is to be said');
  return { thread, ...answer };
}

export type ReadAloudRef = ActorRefFrom<typeof readAloudMachine>;
type ReadAloudSnapshot = SnapshotFrom<typeof readAloudMachine>;
export const selectVoiceLanguages = ({ context }: ReadAloudSnapshot): readonly string[] => context.languages;
/** The answer that is being said. */
export const selectSpoken = (snapshot: ReadAloudSnapshot): string | null =>
  snapshot.hasTag('speaking') ? (snapshot.context.answer?.message ?? null) : null;
/** The answer that the device could not say. */
export const selectUnspoken = (snapshot: ReadAloudSnapshot): string | null =>
  snapshot.hasTag('failed') ? (snapshot.context.answer?.message ?? null) : null;
