/**
 * A message of administrators to members: whom it is for, its words, and that it is sent once. Closing keeps the words until it was sent, or the
 * list of members is left. Owned by that list.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { hasIssues, type Issues } from '#domain/base/issue';
import { checkStaffWords, NO_STAFF_WORDS, type StaffAudience, type StaffWords } from '#domain/members/staff-message';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

/** Whom a message can be for, and how many they are. */
export interface LetterReach {
  readonly all: number;
  readonly groups: readonly { readonly id: number; readonly name: string; readonly members: number }[];
}

export interface LetterAddress {
  readonly audience: StaffAudience;
  readonly groupId: number | null;
}

export interface Letter extends LetterAddress, StaffWords {
  /** Of the audience `chosen`. */
  readonly ids: readonly number[];
}

export interface LetterRequest extends Letter {
  /** The same for the same message, however often it is sent. */
  readonly idempotencyKey: string;
}

export type MemberLetterEvent =
  | { readonly type: 'letter.opened'; readonly ids: readonly number[] }
  | { readonly type: 'letter.addressed'; readonly address: LetterAddress }
  | { readonly type: 'letter.written'; readonly words: Partial<StaffWords> }
  | { readonly type: 'letter.sendRequested'; readonly key: string }
  | { readonly type: 'letter.retried' }
  | { readonly type: 'letter.closed' };

interface MemberLetterContext {
  readonly letter: Letter;
  readonly reach: LetterReach | null;
  /** What is wrong with the words, since somebody wanted to send them. */
  readonly issues: Issues;
  readonly idempotencyKey: string | null;
  /** How many members it went to. */
  readonly sentTo: number;
  readonly failure: Failure | null;
}

const EMPTY: Letter = { ...NO_STAFF_WORDS, audience: 'all', groupId: null, ids: [] };

const hasWords = ({ title, text, titleEn, textEn }: StaffWords): boolean => title + text + titleEn + textEn !== '';

/** Whoever has chosen members means these. Words that were written to some stay theirs when the list has forgotten its selection: they are not for everybody. */
function choiceOf(letter: Letter, ids: readonly number[]): Pick<Letter, 'ids' | 'audience'> {
  if (ids.length > 0) return { ids, audience: 'chosen' };
  if (letter.audience !== 'chosen') return { ids, audience: letter.audience };
  return hasWords(letter) ? { ids: letter.ids, audience: 'chosen' } : { ids, audience: 'all' };
}

/** Nobody is meant by a group that was not chosen. */
const issuesOf = (letter: Letter): Issues => ({
  ...(letter.audience === 'group' && letter.groupId === null && { groupId: { key: 'validation.required' } }),
  ...checkStaffWords(letter),
});

export const memberLetterMachine = setup({
  types: { context: {} as MemberLetterContext, events: {} as MemberLetterEvent, tags: {} as 'busy' | 'open' | 'writing' },
  actors: {
    loadReach: fromPromise<LetterReach>(notProvided('loadReach')),
    send: fromPromise<number, LetterRequest>(notProvided('send')),
  },
  guards: { isWhole: ({ context: { letter } }) => !hasIssues(issuesOf(letter)) },
  actions: {
    setChosen: assign(({ context: { letter } }, { ids }: { readonly ids: readonly number[] }) => ({
      letter: { ...letter, ...choiceOf(letter, ids) },
      idempotencyKey: null,
      failure: null,
    })),
    setReach: assign({ reach: (_, reach: LetterReach) => reach }),
    setAddress: assign(({ context }, { address }: { readonly address: LetterAddress }) => ({
      letter: { ...context.letter, ...address },
      idempotencyKey: null,
      failure: null,
    })),
    setWords: assign(({ context }, { words }: { readonly words: Partial<StaffWords> }) => ({
      letter: { ...context.letter, ...words },
      idempotencyKey: null,
      failure: null,
    })),
    /** What was refused is said until it is mended. */
    renewIssues: assign({
      issues: ({ context: { issues, letter } }) => (hasIssues(issues) ? issuesOf(letter) : issues),
    }),
    setIssues: assign({ issues: ({ context: { letter } }) => issuesOf(letter), failure: null }),
    /** A second attempt at the same message keeps the key of the first. */
    setKey: assign({
      idempotencyKey: ({ context }, { key }: { readonly key: string }) => context.idempotencyKey ?? key,
      issues: {},
      failure: null,
    }),
    setSentTo: assign((_, sentTo: number) => ({ sentTo, letter: EMPTY, idempotencyKey: null })),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'memberLetter',
  context: { letter: EMPTY, reach: null, issues: {}, idempotencyKey: null, sentTo: 0, failure: null },
  initial: 'closed',
  states: {
    closed: { on: { 'letter.opened': { target: 'loading', actions: { type: 'setChosen', params: payload } } } },
    loading: {
      tags: ['busy', 'open'],
      invoke: {
        id: 'loadReach',
        src: 'loadReach',
        onDone: { target: 'writing', actions: { type: 'setReach', params: output } },
        onError: { target: 'unloaded', actions: SET_FAILURE },
      },
      on: { 'letter.closed': 'closed' },
    },
    unloaded: {
      tags: 'open',
      on: { 'letter.retried': { target: 'loading', actions: 'clearFailure' }, 'letter.closed': 'closed' },
    },
    writing: {
      tags: ['open', 'writing'],
      on: {
        'letter.addressed': { actions: [{ type: 'setAddress', params: payload }, 'renewIssues'] },
        'letter.written': { actions: [{ type: 'setWords', params: payload }, 'renewIssues'] },
        'letter.sendRequested': [
          { guard: 'isWhole', target: 'sending', actions: { type: 'setKey', params: payload } },
          { actions: 'setIssues' },
        ],
        'letter.closed': 'closed',
      },
    },
    sending: {
      tags: ['busy', 'open', 'writing'],
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context }) => requestOf(context),
        onDone: { target: 'sent', actions: { type: 'setSentTo', params: output } },
        onError: { target: 'writing', actions: SET_FAILURE },
      },
    },
    sent: { tags: 'open', on: { 'letter.closed': 'closed' } },
  },
});

function requestOf({ letter, idempotencyKey }: MemberLetterContext): LetterRequest {
  if (idempotencyKey === null) throw new Error('nobody has asked to send the message');
  return { ...letter, idempotencyKey };
}

export type MemberLetterRef = ActorRefFrom<typeof memberLetterMachine>;
export type MemberLetterSnapshot = SnapshotFrom<typeof memberLetterMachine>;
export const selectLetter = ({ context }: MemberLetterSnapshot): Letter => context.letter;
export const selectLetterReach = ({ context }: MemberLetterSnapshot): LetterReach | null => context.reach;
export const selectLetterIssues = ({ context }: MemberLetterSnapshot): Issues => context.issues;
/** Whether there are words that nobody has sent. */
export const selectIsLetterTyped = ({ context: { letter } }: MemberLetterSnapshot): boolean =>
  [letter.title, letter.text, letter.titleEn, letter.textEn].some((words) => words !== '');
export const selectLetterFailure = ({ context }: MemberLetterSnapshot): Failure | null => context.failure;
export const selectSentTo = ({ context }: MemberLetterSnapshot): number => context.sentTo;
/** How many members the message reaches as it is addressed; null while nobody knows. */
export function selectReached({ context: { letter, reach } }: MemberLetterSnapshot): number | null {
  if (letter.audience === 'chosen') return letter.ids.length;
  if (letter.audience === 'all') return reach?.all ?? null;
  return reach?.groups.find(({ id }) => id === letter.groupId)?.members ?? null;
}

export const selectMemberLetterIsLoading = (snapshot: MemberLetterSnapshot): boolean => snapshot.matches('loading');
export const selectMemberLetterIsSent = (snapshot: MemberLetterSnapshot): boolean => snapshot.matches('sent');
export const selectMemberLetterIsUnloaded = (snapshot: MemberLetterSnapshot): boolean => snapshot.matches('unloaded');
export const selectMemberLetterIsSending = (snapshot: MemberLetterSnapshot): boolean => snapshot.matches('sending');
