/**
 * One file on its way to the server or to the cloud store. Owned by the queue of its field, which says when its turn has come.
 * The file itself stays in the browser's keeping under `fileId`; a retry takes up where the bytes are known already.
 * Source: specification §5 "File upload checks", §7 "Upload"; wire protocol §6.8.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { FailureError, type Failure } from '#domain/base/failure';
import type { Issue } from '#domain/base/issue';
import type { UploadPlan } from '#domain/files/upload-plan';
import { checkFile } from '#domain/files/upload-rules';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

/** A chosen file as machines know it. */
export interface ChosenFile {
  readonly fileId: string;
  readonly name: string | null;
  /** As the browser reports it. */
  readonly sizeBytes: number | null;
  readonly mimeType: string;
}

/** What a finished upload leaves: the address that is stored, and the one that is shown. */
export interface UploadedFile {
  readonly url: string;
  readonly fullUrl: string;
}

export interface Fingerprint {
  /** 40 hexadecimal digits. */
  readonly sha1: string;
  /** The file's name in the cloud store, made once so that a retry writes no second copy; null without a store, and where the server makes it. */
  readonly key: string | null;
}

export type UploadEvent =
  /** From the queue: the time to check it. */
  | { readonly type: 'upload.started' }
  /** From the queue: it is this file's turn. */
  | { readonly type: 'upload.admitted' }
  | { readonly type: 'upload.cancelled' }
  | { readonly type: 'upload.retried' }
  | FileProgress;

/** From the running effect: bytes read for the fingerprint, or sent. */
export type FileProgress = { readonly type: 'file.advanced'; readonly bytes: number };

/** What the queue is told. */
export type UploadReport =
  | { readonly type: 'upload.queued'; readonly fileId: string }
  /** It needs no place any more: it has ended, or waits for a person. */
  | { readonly type: 'upload.rested'; readonly fileId: string }
  | { readonly type: 'upload.completed'; readonly fileId: string; readonly stored: UploadedFile };

export interface UploadInput {
  readonly file: ChosenFile;
  readonly plan: UploadPlan;
  readonly owner: Owner<UploadReport>;
}

/** What every effect is told. */
export interface FileTask {
  readonly file: ChosenFile;
  readonly plan: UploadPlan;
  readonly owner: Owner<FileProgress>;
}
export interface PrintedTask extends FileTask {
  readonly print: Fingerprint;
  /** Where the bytes lie, once they do. */
  readonly stored: UploadedFile | null;
}

interface UploadContext extends UploadInput {
  readonly print: Fingerprint | null;
  /** Of the phase that runs. */
  readonly bytes: number;
  /** Times the server was told of a file in the store. */
  readonly tries: number;
  readonly failure: Failure | null;
  readonly stored: UploadedFile | null;
}

const MOST_TRIES = 4;
const NO_PRINT: Fingerprint = { sha1: '', key: null };

const taskOf = ({ context, self }: { readonly context: UploadContext; readonly self: Owner<FileProgress> }): PrintedTask => ({
  file: context.file,
  plan: context.plan,
  print: context.print ?? NO_PRINT,
  stored: context.stored,
  owner: self,
});
const issueOf = ({ file, plan }: Pick<UploadContext, 'file' | 'plan'>): Issue | null => checkFile(file, plan.limits);

export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    input: {} as UploadInput,
    tags: {} as 'busy' | 'retryable' | 'failed',
  },
  actors: {
    fingerprint: fromPromise<Fingerprint, FileTask>(notProvided('fingerprint')),
    /** null: the server does not have these bytes, or does not know the question. */
    findKnown: fromPromise<UploadedFile | null, PrintedTask>(notProvided('findKnown')),
    sendFile: fromPromise<UploadedFile, PrintedTask>(notProvided('sendFile')),
    registerFile: fromPromise<UploadedFile | null, PrintedTask>(notProvided('registerFile')),
  },
  delays: { breath: ({ context }) => 1000 * 3 ** (context.tries - 1) },
  guards: {
    isRefused: ({ context }) => issueOf(context) !== null,
    isInStore: ({ context }) => context.stored !== null,
    isPrinted: ({ context }) => context.print !== null,
    isKnown: (_, stored: UploadedFile | null) => stored !== null,
    goesToStore: ({ context }) => context.plan.store !== null,
    isDenied: (_, { error }: { readonly error: unknown }) => error instanceof FailureError && error.failure.kind === 'rejected',
    mayTryAgain: ({ context }) => context.tries < MOST_TRIES,
  },
  actions: {
    setProgress: assign({ bytes: (_, params: { readonly bytes: number }) => params.bytes }),
    startPhase: assign({ bytes: 0 }),
    setPrint: assign({ print: (_, params: Fingerprint) => params }),
    receiveStored: assign({ stored: ({ context }, stored: UploadedFile | null) => stored ?? context.stored }),
    clearStored: assign({ stored: null }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    startTrying: assign({ tries: 0, failure: null }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
    reportQueued: sendTo(
      ({ context }) => context.owner,
      ({ context }) => ({ type: 'upload.queued', fileId: context.file.fileId }),
    ),
    reportRested: sendTo(
      ({ context }) => context.owner,
      ({ context }) => ({ type: 'upload.rested', fileId: context.file.fileId }),
    ),
    reportCompleted: sendTo(
      ({ context }) => context.owner,
      ({ context }) => ({
        type: 'upload.completed',
        fileId: context.file.fileId,
        stored: context.stored ?? { url: '', fullUrl: '' },
      }),
    ),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ ...input, print: null, bytes: 0, tries: 0, failure: null, stored: null }),
  initial: 'chosen',
  states: {
    chosen: { on: { 'upload.started': [{ guard: 'isRefused', target: 'refused' }, { target: 'waiting' }] } },
    refused: { tags: 'failed' },
    waiting: {
      tags: 'busy',
      entry: 'reportQueued',
      on: {
        'upload.admitted': [
          { guard: 'isInStore', target: 'confirming', actions: 'startTrying' },
          { guard: 'isPrinted', target: 'asking' },
          { target: 'fingerprinting' },
        ],
        'upload.cancelled': 'cancelled',
      },
    },
    fingerprinting: {
      tags: 'busy',
      entry: 'startPhase',
      invoke: {
        id: 'fingerprint',
        src: 'fingerprint',
        input: taskOf,
        onDone: { target: 'asking', actions: { type: 'setPrint', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      on: {
        'file.advanced': { actions: { type: 'setProgress', params: payload } },
        'upload.cancelled': 'cancelled',
      },
    },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'findKnown',
        src: 'findKnown',
        input: taskOf,
        onDone: [
          { guard: { type: 'isKnown', params: output }, target: 'done', actions: { type: 'receiveStored', params: output } },
          { target: 'sending' },
        ],
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      on: { 'upload.cancelled': 'cancelled' },
    },
    sending: {
      tags: 'busy',
      entry: 'startPhase',
      invoke: {
        id: 'sendFile',
        src: 'sendFile',
        input: taskOf,
        onDone: [
          { guard: 'goesToStore', target: 'confirming', actions: ['startTrying', { type: 'receiveStored', params: output }] },
          { target: 'done', actions: { type: 'receiveStored', params: output } },
        ],
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      on: {
        'file.advanced': { actions: { type: 'setProgress', params: payload } },
        'upload.cancelled': 'cancelled',
      },
    },
    /** The store has the bytes; until the server refuses them nothing is sent twice. */
    confirming: {
      tags: 'busy',
      entry: 'countTry',
      invoke: {
        id: 'registerFile',
        src: 'registerFile',
        input: taskOf,
        onDone: { target: 'done', actions: { type: 'receiveStored', params: output } },
        onError: [
          // What may not be stored is gone from the store by then: a further try begins with its bytes.
          { guard: { type: 'isDenied', params: errorOf }, target: 'failed', actions: [SET_FAILURE, 'clearStored'] },
          { guard: 'mayTryAgain', target: 'pausing', actions: SET_FAILURE },
          { target: 'unregistered', actions: SET_FAILURE },
        ],
      },
    },
    pausing: { tags: 'busy', after: { breath: 'confirming' } },
    unregistered: {
      tags: ['retryable', 'failed'],
      entry: 'reportRested',
      on: { 'upload.retried': { target: 'waiting', actions: 'clearFailure' } },
    },
    failed: {
      tags: ['retryable', 'failed'],
      entry: 'reportRested',
      on: { 'upload.retried': { target: 'waiting', actions: 'clearFailure' } },
    },
    cancelled: { tags: 'retryable', entry: 'reportRested', on: { 'upload.retried': 'waiting' } },
    done: { entry: ['clearFailure', 'reportRested', 'reportCompleted'] },
  },
});

export type UploadSnapshot = SnapshotFrom<typeof uploadMachine>;
export type UploadRef = ActorRefFrom<typeof uploadMachine>;
export type UploadPhase = UploadSnapshot['value'];
export const selectUploadPhase = ({ value }: UploadSnapshot): UploadPhase => value;
export const selectUploadName = ({ context }: UploadSnapshot): string => context.file.name ?? '';
/** Why the file was not taken. */
export const selectUploadIssue = (snapshot: UploadSnapshot): Issue | null =>
  snapshot.matches('refused') ? issueOf(snapshot.context) : null;
export const selectUploadFailure = ({ context }: UploadSnapshot): Failure | null => context.failure;
/** Percent of the phase that runs; null where none is measured. */
export const selectUploadPercent = (snapshot: UploadSnapshot): number | null => {
  if (!snapshot.matches('fingerprinting') && !snapshot.matches('sending')) return null;
  const { bytes, file } = snapshot.context;
  // A form is a little longer than its file.
  return file.sizeBytes ? Math.min(100, Math.floor((bytes / file.sizeBytes) * 100)) : 0;
};
