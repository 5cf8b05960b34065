/**
 * A conversation as it is read: the shown branch, the answers that are being written in it, and what leads to another branch. Its texts are
 * beside it, as those of answers are. Owned by the chat. Source: specification §1, "AI chat"; docs/chat.md.
 */
import { assign, enqueueActions, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import { withEnd, withMessages, withOlder, type Branch, type BranchMessage } from '#domain/chat/branch';
import type { ChatConversation } from '#domain/chat/conversation';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import { answerMachine, type AnswerRef, type AnswerReport } from './answer.machine.ts';
import type { Exchange } from './exchange.ts';
import type { RemovedMessages, ThreadChange, ThreadDeed, ThreadPart, ThreadPlace } from './thread-deeds.ts';

export type ThreadEvent =
  | AnswerReport
  | { readonly type: 'thread.chosen'; readonly uuid: string | null; readonly message: string | null }
  | { readonly type: 'thread.exchanged'; readonly exchange: Exchange; readonly isToStop: boolean }
  | { readonly type: 'thread.deedRequested'; readonly deed: ThreadDeed }
  | { readonly type: 'thread.olderWanted' }
  /** Another tab, or the list, has changed it. */
  | { readonly type: 'thread.changed' }
  | { readonly type: 'thread.retried' };

/** What the owner is told: something was asked or answered. */
export type ThreadReport = { readonly type: 'thread.moved' };

export interface ThreadInput {
  readonly owner: Owner<ThreadReport>;
  readonly uuid: string | null;
  readonly message: string | null;
}

interface ThreadContext {
  readonly owner: Owner<ThreadReport>;
  readonly uuid: string | null;
  readonly message: string | null;
  readonly conversation: ChatConversation | null;
  readonly branch: Branch;
  readonly hasMore: boolean;
  /** Runs whose answers have an actor, or had one. */
  readonly followed: readonly string[];
  /** Those of them that have ended; the branch may not know it yet. */
  readonly ended: readonly string[];
  /** It was changed while something else was under way, and is to be read anew after that. */
  readonly isChanged: boolean;
  /** The answer at whose writing this page was there last; null once another branch is shown. */
  readonly witnessed: string | null;
  readonly deed: ThreadDeed | null;
  /** What was deleted last and can be put back. */
  readonly removed: RemovedMessages | null;
  readonly failure: Failure | null;
  /** Why what was said before could not be read the last time. */
  readonly olderFailure: Failure | null;
}

/** The actor that follows an answer, by its run. */
export const answerActorId = (run: string): string => `answer:${run}`;

const isWritten = (message: BranchMessage): message is BranchMessage & { readonly answer: string } =>
  message.state === 'running' && message.answer !== null;

const NOTHING = {
  conversation: null,
  branch: [],
  hasMore: false,
  followed: [],
  ended: [],
  isChanged: false,
  witnessed: null,
  deed: null,
  removed: null,
  failure: null,
  olderFailure: null,
} as const;

/** A conversation that is not there is told apart from one that could not be read. */
const isMissing = ({ error }: { readonly error: unknown }): boolean => failureOf(error).kind === 'rejected';

const choosing = [
  { guard: { type: 'isNone', params: payload }, target: '#thread.blank', actions: { type: 'choose', params: payload } },
  { target: '#thread.opening', reenter: true, actions: { type: 'choose', params: payload } },
] as const;

const FOLLOW = { type: 'followAnswers', params: { isToStop: false } } as const;
const FOLLOW_EXCHANGE = [{ type: 'setExchange', params: payload }, { type: 'followAnswers', params: payload }, 'reportMoved'] as const;
const isOfThis = { type: 'isOfThis', params: payload } as const;
const rested = [{ type: 'setEnded', params: payload }, 'reportMoved'] as const;
const setDeed = { type: 'setDeed', params: payload } as const;
/** While something is under way, what else happens is only noted. */
const ONE_AFTER_THE_OTHER = {
  'answer.rested': { actions: rested },
  'thread.changed': { actions: 'setChanged' },
  'thread.exchanged': { guard: isOfThis, actions: [...FOLLOW_EXCHANGE, 'setChanged'] },
} as const;

export const threadMachine = setup({
  types: {
    context: {} as ThreadContext,
    events: {} as ThreadEvent,
    input: {} as ThreadInput,
    tags: {} as 'busy' | 'missing' | 'failed' | 'open' | 'opening',
  },
  actors: {
    answer: answerMachine,
    readThread: fromPromise<ThreadPart, ThreadPlace>(notProvided('readThread')),
    changeThread: fromPromise<ThreadChange, ThreadDeed>(notProvided('changeThread')),
  },
  guards: {
    hasPlace: ({ context }) => context.uuid !== null,
    isNone: (_, { uuid }: { readonly uuid: string | null }) => uuid === null,
    isMissing: (_, params: { readonly error: unknown }) => isMissing(params),
    hasMore: ({ context }) => context.hasMore,
    /** The branch was changed elsewhere, or an answer of it has ended, and it does not know how. */
    isStale: ({ context }) => context.isChanged || context.branch.some((one) => isWritten(one) && context.ended.includes(one.answer)),
    isOfThis: ({ context }, { exchange }: { readonly exchange: Exchange }) =>
      context.uuid === null || context.uuid === exchange.conversation.uuid,
  },
  actions: {
    choose: enqueueActions(({ context, enqueue }, { uuid, message }: { readonly uuid: string | null; readonly message: string | null }) => {
      for (const run of context.followed) enqueue.stopChild(answerActorId(run));
      enqueue.assign({ ...NOTHING, uuid, message });
    }),
    setPart: assign((_, { conversation, messages, hasMore }: ThreadPart) => ({ conversation, branch: messages, hasMore, failure: null })),
    setEnd: assign(({ context }, { conversation, messages, hasMore }: ThreadPart) => ({
      conversation,
      branch: withEnd(context.branch, messages),
      hasMore: context.branch.some(({ uuid }) => uuid === messages[0]?.uuid) ? context.hasMore : hasMore,
    })),
    setOlder: assign(({ context }, { messages, hasMore }: ThreadPart) => ({ branch: withOlder(context.branch, messages), hasMore })),
    setOlderFailure: assign({ olderFailure: (_, { error }: { readonly error: unknown }) => failureOf(error) }),
    clearOlderFailure: assign({ olderFailure: null }),
    setExchange: assign(({ context }, { exchange }: { readonly exchange: Exchange }) => ({
      uuid: exchange.conversation.uuid,
      message: null,
      conversation: exchange.conversation,
      branch: withMessages(context.branch, [exchange.question, exchange.answer]),
      failure: null,
    })),
    setChange: assign(({ context }, { conversation, messages, kind, hasMore, removed }: ThreadChange) => ({
      conversation,
      branch: kind === 'whole' ? withEnd(context.branch, messages) : withMessages(context.branch, messages),
      hasMore: kind === 'whole' && !context.branch.some(({ uuid }) => uuid === messages[0]?.uuid) ? hasMore : context.hasMore,
      removed,
      witnessed: null,
    })),
    setDeed: assign({ deed: (_, { deed }: { readonly deed: ThreadDeed }) => deed, removed: null, failure: null }),
    clearDeed: assign({ deed: null }),
    setFailure: assign(toFailure),
    /** Each answer of the shown branch that is being written has an actor. */
    followAnswers: enqueueActions(({ context, enqueue, self }, { isToStop }: { readonly isToStop: boolean }) => {
      const written = context.branch.filter(isWritten).filter(({ answer }) => !context.followed.includes(answer));
      for (const { uuid: message, answer: uuid } of written)
        enqueue.spawnChild('answer', { id: answerActorId(uuid), input: { owner: self, uuid, message, isToStop } });
      enqueue.assign({
        followed: [...context.followed, ...written.map(({ answer }) => answer)],
        witnessed: written.at(-1)?.uuid ?? context.witnessed,
      });
    }),
    setEnded: assign(({ context }, { uuid }: { readonly uuid: string }) => ({ ended: [...context.ended, uuid] })),
    setChanged: assign({ isChanged: true }),
    clearChanged: assign({ isChanged: false }),
    reportMoved: sendTo(({ context }) => context.owner, { type: 'thread.moved' } satisfies ThreadReport),
  },
}).createMachine({
  id: 'thread',
  context: ({ input }) => ({ ...NOTHING, ...input }),
  initial: 'arriving',
  on: { 'thread.chosen': choosing },
  states: {
    arriving: { always: [{ guard: 'hasPlace', target: 'opening' }, { target: 'blank' }] },
    blank: { on: { 'thread.exchanged': { target: 'open', actions: FOLLOW_EXCHANGE } } },
    opening: {
      tags: ['busy', 'opening'],
      invoke: {
        id: 'readThread',
        src: 'readThread',
        input: ({ context }) => ({ ...placeIn(context), message: context.message, before: null }),
        onDone: { target: 'open.settling', actions: [{ type: 'setPart', params: output }, FOLLOW] },
        onError: [
          { guard: { type: 'isMissing', params: errorOf }, target: 'missing' },
          { target: 'failed', actions: SET_FAILURE },
        ],
      },
      on: {
        // What is on its way does not know of it.
        'thread.exchanged': { guard: isOfThis, target: 'opening', reenter: true, actions: FOLLOW_EXCHANGE },
        'thread.changed': { target: 'opening', reenter: true },
        'answer.rested': { actions: rested },
      },
    },
    missing: { tags: 'missing' },
    failed: {
      tags: 'failed',
      on: {
        'thread.retried': 'opening',
        'thread.exchanged': { guard: isOfThis, target: 'opening', actions: FOLLOW_EXCHANGE },
        'answer.rested': { actions: rested },
      },
    },
    open: {
      tags: 'open',
      initial: 'rested',
      on: {
        'thread.exchanged': { guard: isOfThis, target: '.rested', actions: FOLLOW_EXCHANGE },
        'answer.rested': { target: '.refreshing', actions: rested },
        'thread.changed': '.refreshing',
      },
      states: {
        rested: {
          on: {
            'thread.deedRequested': { target: 'changing', actions: setDeed },
            'thread.olderWanted': { guard: 'hasMore', target: 'readingOlder' },
          },
        },
        /** The end of the branch is read anew. Without it what has come of the answers is shown all the same. */
        refreshing: {
          entry: 'clearChanged',
          invoke: {
            id: 'refreshThread',
            src: 'readThread',
            input: ({ context }) => ({ ...placeIn(context), message: null, before: null }),
            onDone: { target: 'rested', actions: [{ type: 'setEnd', params: output }, FOLLOW] },
            onError: 'rested',
          },
          on: {
            'answer.rested': { target: 'refreshing', reenter: true, actions: rested },
            // Whoever presses something does not wait for it; it is read afterwards.
            'thread.deedRequested': { target: 'changing', actions: [setDeed, 'setChanged'] },
            'thread.olderWanted': { guard: 'hasMore', target: 'readingOlder', actions: 'setChanged' },
          },
        },
        readingOlder: {
          tags: 'busy',
          entry: 'clearOlderFailure',
          invoke: {
            id: 'readOlder',
            src: 'readThread',
            input: ({ context }) => ({ ...placeIn(context), message: null, before: context.branch[0]?.uuid ?? null }),
            onDone: { target: 'settling', actions: { type: 'setOlder', params: output } },
            onError: { target: 'settling', actions: { type: 'setOlderFailure', params: errorOf } },
          },
          on: ONE_AFTER_THE_OTHER,
        },
        changing: {
          tags: 'busy',
          exit: 'clearDeed',
          invoke: {
            id: 'changeThread',
            src: 'changeThread',
            input: ({ context }) => deedIn(context),
            onDone: { target: 'settling', actions: [{ type: 'setChange', params: output }, FOLLOW, 'reportMoved'] },
            onError: { target: 'settling', actions: SET_FAILURE },
          },
          on: ONE_AFTER_THE_OTHER,
        },
        /** What has ended meanwhile is looked at now. */
        settling: { always: [{ guard: 'isStale', target: 'refreshing' }, { target: 'rested' }] },
      },
    },
  },
});

const placeIn = ({ uuid }: ThreadContext): { readonly uuid: string } => {
  if (uuid === null) throw new Error('no conversation is shown');
  return { uuid };
};

function deedIn({ deed }: ThreadContext): ThreadDeed {
  if (deed === null) throw new Error('nothing is to be done');
  return deed;
}

export type ThreadRef = ActorRefFrom<typeof threadMachine>;
type ThreadSnapshot = SnapshotFrom<typeof threadMachine>;
export const selectBranch = ({ context }: ThreadSnapshot): Branch => context.branch;
export const selectConversation = ({ context }: ThreadSnapshot): ChatConversation | null => context.conversation;
export const selectHasMoreMessages = ({ context }: ThreadSnapshot): boolean => context.hasMore;
export const selectRemovedMessages = ({ context }: ThreadSnapshot): RemovedMessages | null => context.removed;
export const selectThreadFailure = ({ context }: ThreadSnapshot): Failure | null => context.failure;
export const selectOlderFailure = ({ context }: ThreadSnapshot): Failure | null => context.olderFailure;
/** Whether what comes before is read as soon as the reader comes near it. What has failed waits for a press. */
export const selectIsOlderReadable = (snapshot: ThreadSnapshot): boolean =>
  snapshot.can({ type: 'thread.olderWanted' }) && snapshot.context.olderFailure === null;
/** The answer at whose writing this page was there last, as long as its branch is shown; null for none. */
export const selectWitnessed = ({ context }: ThreadSnapshot): string | null => context.witnessed;
export type ThreadView = 'blank' | 'opening' | 'missing' | 'failed' | 'open';
const VIEWS = ['opening', 'missing', 'failed', 'open'] as const;
export const selectThreadView = (snapshot: ThreadSnapshot): ThreadView => VIEWS.find((view) => snapshot.hasTag(view)) ?? 'blank';
/** The actor of an answer that is being written; null at rest. */
export const answerActorOf = ({ children }: ThreadSnapshot, run: string | null): AnswerRef | null =>
  run === null ? null : ((children[answerActorId(run)] as AnswerRef | undefined) ?? null);
