/**
 * What is offered behind `/` while its name is typed, and which of it a key would take. It reads what stands in the box, and puts there what is
 * taken. A leaf of the box, for as long as what is typed begins with `/`. Source: open content, "Chat page"; docs/chat.md.
 */
import { assign, fromCallback, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { matchingCommands, takenText, type ChatCommand } from '#domain/chat/prompt-choice';
import { notProvided } from '../base/not-provided.ts';
import { payload } from '../base/payload.ts';
import type { ComposerRef } from './composer.machine.ts';

export type PromptChoiceEvent =
  /** What stands in the box now. */
  | { readonly type: 'prompts.typed'; readonly chatText: string }
  | { readonly type: 'prompts.moved'; readonly by: 1 | -1 }
  | { readonly type: 'prompts.pointed'; readonly index: number }
  | { readonly type: 'prompts.taken' }
  | { readonly type: 'prompts.dismissed' };

export interface PromptChoiceInput {
  readonly composer: ComposerRef;
  readonly commands: readonly ChatCommand[];
}

interface PromptChoiceContext extends PromptChoiceInput {
  readonly chatText: string;
  readonly index: number;
}

const listOf = ({ commands, chatText }: Pick<PromptChoiceContext, 'commands' | 'chatText'>): readonly ChatCommand[] =>
  matchingCommands(commands, chatText);

const TYPED = {
  'prompts.typed': [
    { guard: { type: 'hasMatch', params: payload }, target: 'offered', actions: { type: 'setText', params: payload } },
    { target: 'unmatched' },
  ],
} as const;

export const promptChoiceMachine = setup({
  types: {
    context: {} as PromptChoiceContext,
    events: {} as PromptChoiceEvent,
    input: {} as PromptChoiceInput,
    tags: {} as 'offered',
  },
  actors: { watchBox: fromCallback<PromptChoiceEvent, Pick<PromptChoiceInput, 'composer'>>(notProvided('watchBox')) },
  guards: {
    hasMatch: ({ context: { commands } }, { chatText }: { readonly chatText: string }) => listOf({ commands, chatText }).length > 0,
  },
  actions: {
    setText: assign((_, { chatText }: { readonly chatText: string }) => ({ chatText, index: 0 })),
    move: assign({
      index: ({ context }, { by }: { readonly by: 1 | -1 }) => (context.index + by + listOf(context).length) % listOf(context).length,
    }),
    point: assign({ index: (_, { index }: { readonly index: number }) => index }),
    take: sendTo(
      ({ context }) => context.composer,
      ({ context }) => {
        const command = listOf(context)[context.index];
        return { type: 'composer.typed', chatText: command ? takenText(command) : context.chatText } as const;
      },
    ),
  },
}).createMachine({
  id: 'promptChoice',
  context: ({ input }) => ({ ...input, chatText: '', index: 0 }),
  initial: 'unmatched',
  invoke: { id: 'watchBox', src: 'watchBox', input: ({ context: { composer } }) => ({ composer }) },
  states: {
    /** Nothing is called what is typed. */
    unmatched: { on: TYPED },
    offered: {
      tags: 'offered',
      on: {
        ...TYPED,
        'prompts.moved': { actions: { type: 'move', params: payload } },
        'prompts.pointed': { actions: { type: 'point', params: payload } },
        'prompts.taken': { target: 'closed', actions: 'take' },
        'prompts.dismissed': 'closed',
      },
    },
    /** Taken, or not wanted: it is not offered again before another `/`. */
    closed: {},
  },
});

export type PromptChoiceRef = ActorRefFrom<typeof promptChoiceMachine>;
type PromptChoiceSnapshot = SnapshotFrom<typeof promptChoiceMachine>;
const NOTHING: readonly ChatCommand[] = [];
export const selectOfferedCommands = (snapshot: PromptChoiceSnapshot): readonly ChatCommand[] =>
  snapshot.hasTag('offered') ? listOf(snapshot.context) : NOTHING;
export const selectPointed = ({ context }: PromptChoiceSnapshot): number => context.index;
