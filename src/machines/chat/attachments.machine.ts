/**
 * Files that a question is to be asked with: each goes to the server as soon as it is chosen, one after the other, and waits there for its
 * question. The bytes are beside the machine, under the file's id. Owned by the composer. Source: specification §1, "AI chat"; docs/chat.md.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import {
  ATTACHMENTS_OF_A_QUESTION,
  attachmentIssue,
  attachmentKindOf,
  type AttachmentIssue,
  type AttachmentKind,
} from '#domain/chat/attachment';
import { effect } from '../base/effect.ts';
import { errorOf, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';

/** A file as it was chosen, pasted or dropped. */
export interface ChosenAttachment {
  readonly fileId: string;
  readonly fileName: string;
  readonly sizeBytes: number;
}

/** A file beside the box. */
export interface HeldAttachment extends ChosenAttachment {
  readonly kind: AttachmentKind;
  readonly state: 'waiting' | 'stored' | 'failed';
  /** What the server calls it; null before it is there. */
  readonly uuid: string | null;
  /** Why it was not even sent. */
  readonly issue: AttachmentIssue | null;
  readonly failure: Failure | null;
}

export type AttachmentsEvent =
  | { readonly type: 'attachments.chosen'; readonly files: readonly ChosenAttachment[] }
  | { readonly type: 'attachments.removed'; readonly fileId: string }
  | { readonly type: 'attachments.retried'; readonly fileId: string }
  /** The question has gone, and those with it that are stored under these UUIDs. */
  | { readonly type: 'attachments.sent'; readonly uuids: readonly string[] }
  /** Another conversation is shown, and nobody wants them any more. */
  | { readonly type: 'attachments.cleared' };

/** What the owner is told. */
export interface AttachmentsReport {
  readonly type: 'attachments.changed';
  readonly files: readonly HeldAttachment[];
  /** More were chosen than a question may have. */
  readonly isTooMany: boolean;
}

export interface AttachmentsInput {
  readonly owner: Owner<AttachmentsReport>;
  readonly files: readonly HeldAttachment[];
}

interface AttachmentsContext extends AttachmentsInput {
  readonly isTooMany: boolean;
}

function held({ fileId, fileName, sizeBytes }: ChosenAttachment): HeldAttachment {
  const issue = attachmentIssue(fileName, sizeBytes);
  const kind = attachmentKindOf(fileName) ?? 'text';
  return { fileId, fileName, sizeBytes, kind, uuid: null, issue, failure: null, state: issue === null ? 'waiting' : 'failed' };
}

const isAmong =
  (uuids: readonly string[]) =>
  ({ uuid }: HeldAttachment): boolean =>
    uuid !== null && uuids.includes(uuid);
const nextOf = ({ files }: AttachmentsInput): HeldAttachment | undefined => files.find(({ state }) => state === 'waiting');
const changed = (
  files: readonly HeldAttachment[],
  fileId: string | undefined,
  change: Partial<HeldAttachment>,
): readonly HeldAttachment[] => files.map((one) => (one.fileId === fileId ? { ...one, ...change } : one));

export const attachmentsMachine = setup({
  types: { context: {} as AttachmentsContext, events: {} as AttachmentsEvent, input: {} as AttachmentsInput },
  actors: { sendAttachment: fromPromise<string, ChosenAttachment>(notProvided('sendAttachment')) },
  guards: { isWaiting: ({ context }) => nextOf(context) !== undefined },
  actions: {
    add: assign(({ context }, { files }: { readonly files: readonly ChosenAttachment[] }) => {
      const all = [...context.files, ...files.map(held)];
      return { files: all.slice(0, ATTACHMENTS_OF_A_QUESTION), isTooMany: all.length > ATTACHMENTS_OF_A_QUESTION };
    }),
    remove: assign(({ context }, { fileId }: { readonly fileId: string }) => ({
      files: context.files.filter((one) => one.fileId !== fileId),
      isTooMany: false,
    })),
    retry: assign(({ context }, { fileId }: { readonly fileId: string }) => ({
      files: context.files.map((one) =>
        one.fileId === fileId && one.issue === null ? { ...one, state: 'waiting' as const, failure: null } : one,
      ),
    })),
    removeSent: assign(({ context }, { uuids }: { readonly uuids: readonly string[] }) => {
      const isSent = isAmong(uuids);
      return { files: context.files.filter((one) => !isSent(one)), isTooMany: false };
    }),
    clear: assign({ files: [], isTooMany: false }),
    setStored: assign(({ context }, { output }: { readonly output: string }) => ({
      files: changed(context.files, nextOf(context)?.fileId, { state: 'stored', uuid: output }),
    })),
    setFailed: assign(({ context }, thrown: { readonly error: unknown }) => ({
      files: changed(context.files, nextOf(context)?.fileId, { state: 'failed', ...toFailure(undefined, thrown) }),
    })),
    report: sendTo(
      ({ context }) => context.owner,
      ({ context: { files, isTooMany } }): AttachmentsReport => ({ type: 'attachments.changed', files, isTooMany }),
    ),
    /** Takes what was not sent from the server again, and lets go of the bytes; provided. */
    drop: effect<{ readonly files: readonly HeldAttachment[]; readonly isSent: boolean }>(),
  },
}).createMachine({
  id: 'attachments',
  context: ({ input }) => ({ ...input, isTooMany: false }),
  initial: 'resting',
  on: {
    'attachments.chosen': { target: '.resting', actions: [{ type: 'add', params: payload }, 'report'] },
    'attachments.removed': {
      target: '.resting',
      actions: [
        {
          type: 'drop',
          params: ({ context, event }) => ({ files: context.files.filter(({ fileId }) => fileId === event.fileId), isSent: false }),
        },
        { type: 'remove', params: payload },
        'report',
      ],
    },
    'attachments.retried': { target: '.resting', actions: [{ type: 'retry', params: payload }, 'report'] },
    'attachments.cleared': {
      target: '.resting',
      actions: [{ type: 'drop', params: ({ context }) => ({ files: context.files, isSent: false }) }, 'clear', 'report'],
    },
    'attachments.sent': {
      actions: [
        { type: 'drop', params: ({ context, event }) => ({ files: context.files.filter(isAmong(event.uuids)), isSent: true }) },
        { type: 'removeSent', params: payload },
        'report',
      ],
    },
  },
  states: {
    resting: { always: { guard: 'isWaiting', target: 'sending' } },
    sending: {
      // What comes meanwhile waits; it is not what is being sent.
      on: { 'attachments.chosen': { actions: [{ type: 'add', params: payload }, 'report'] } },
      invoke: {
        id: 'sendAttachment',
        src: 'sendAttachment',
        input: ({ context }) => nextOf(context)!,
        onDone: { target: 'resting', actions: [{ type: 'setStored', params: ({ event }) => ({ output: event.output }) }, 'report'] },
        onError: { target: 'resting', actions: [{ type: 'setFailed', params: errorOf }, 'report'] },
      },
    },
  },
});

export type AttachmentsRef = ActorRefFrom<typeof attachmentsMachine>;
