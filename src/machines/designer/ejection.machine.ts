/**
 * A section on its way into the source: what would be written, file by file, and the writing, which is a task of the terminal. What
 * somebody changed by hand is merged, and where that cannot be, nothing is written before they have done it. A leaf of the drawing desk.
 * Source: security.md rule 26.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { FileFate } from '#domain/designer/source/ejection';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { effect } from '../base/effect.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export interface EjectedFile extends FileFate {
  /** What the design wants of it lies beside it, to be merged by hand. */
  readonly hasPatch: boolean;
}

export interface SectionSource {
  /** `open`: it can be written. `noTree`: a release has no source. `noTerminal`: the terminal is switched off, or another's. */
  readonly door: 'open' | 'noTree' | 'noTerminal';
  /** Of the section, in the source tree. */
  readonly folder: string;
  readonly files: readonly EjectedFile[];
  /** What the next step of its table does, where the folder is there already. */
  readonly steps: readonly { readonly id: string; readonly class: string; readonly detail: string }[];
}

/** The task of the terminal that writes. */
export interface Writing {
  readonly uuid: string;
  /** Milliseconds since 1970. */
  readonly createTimeMs: number;
  /** Whether what was to be merged by hand is merged. */
  readonly isResolved: boolean;
}

export interface SourceAnswer {
  readonly source: SectionSource;
  /** A task that writes this section now. */
  readonly running: Writing | null;
}

export interface WritingAnswer {
  readonly isWritten: boolean;
  /** As it is afterwards; null where it is written and could not be read again. */
  readonly source: SectionSource | null;
  /** The last lines that the task said, where it has not written. */
  readonly said: readonly string[];
}

export type EjectionEvent =
  | { readonly type: 'source.opened' }
  | { readonly type: 'source.closed' }
  /** It is read anew. */
  | { readonly type: 'source.retried' }
  /** Whose text and difference are looked at; null: of none. */
  | { readonly type: 'file.chosen'; readonly path: string | null }
  | { readonly type: 'patch.saved' }
  | ({ readonly type: 'writing.requested' } & Writing);

interface EjectionInput {
  /** Of the section. */
  readonly name: string;
}

interface EjectionContext extends EjectionInput {
  readonly source: SectionSource | null;
  readonly chosen: string | null;
  readonly writing: Writing | null;
  readonly said: readonly string[];
  readonly failure: Failure | null;
}

type Sourced = Pick<EjectionContext, 'source'>;

const filesOf = ({ source }: Sourced): readonly EjectedFile[] => source?.files ?? [];
const hasConflict = (files: readonly EjectedFile[]): boolean => files.some(({ fate }) => fate === 'conflict');
/** Somebody has been asked to merge it, and has not said that it is done. */
const isAsked = (files: readonly EjectedFile[]): boolean => files.some(({ fate, hasPatch }) => fate === 'conflict' && hasPatch);

const NO_WRITING: Writing = { uuid: '', createTimeMs: 0, isResolved: false };

const WRITE = {
  guard: { type: 'mayWrite', params: payload<Writing> },
  target: 'writing',
  actions: { type: 'setWriting', params: payload<Writing> },
} as const;

export const ejectionMachine = setup({
  types: {
    context: {} as EjectionContext,
    events: {} as EjectionEvent,
    input: {} as EjectionInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    readSource: fromPromise<SourceAnswer, EjectionInput>(notProvided('readSource')),
    /** Adds the task, or finds it, and waits until it has ended. */
    write: fromPromise<WritingAnswer, EjectionInput & Writing>(notProvided('write')),
  },
  guards: {
    isRunning: (_, { running }: SourceAnswer) => running !== null,
    isToMerge: (_, { source }: { readonly source: SectionSource }) => isAsked(source.files),
    /** Who said that all is merged hears why it was not written instead. */
    isLeftToMerge: ({ context: { writing } }, answer: WritingAnswer) => writing?.isResolved !== true && isAsked(filesOf(answer)),
    isWritten: (_, { isWritten }: WritingAnswer) => isWritten,
    isFile: ({ context }, { path }: { readonly path: string | null }) =>
      path === null ? context.chosen !== null : filesOf(context).some((file) => file.path === path),
    hasDifference: ({ context }) => filesOf(context).some(({ patch }) => patch !== ''),
    mayWrite: ({ context }, { isResolved }: Writing) => {
      const files = filesOf(context);
      const isAny = isResolved ? hasConflict(files) : files.some(({ fate }) => fate !== 'same');
      return isAny && context.source?.door === 'open';
    },
  },
  actions: {
    clear: assign({ source: null, chosen: null, writing: null, said: [], failure: null }),
    setSource: assign((_, { source }: { readonly source: SectionSource }) => ({ source, chosen: null, said: [], failure: null })),
    setRunning: assign((_, { running }: SourceAnswer) => ({ writing: running })),
    setWriting: assign((_, { uuid, createTimeMs, isResolved }: Writing) => ({
      writing: { uuid, createTimeMs, isResolved },
      said: [],
      failure: null,
    })),
    /** A file that is looked at stays open. */
    setAfterwards: assign(({ context }, { source, said }: WritingAnswer) => ({ source: source ?? context.source, said })),
    setLeft: assign((_, { source }: WritingAnswer) => ({ source, chosen: null, said: [] })),
    choose: assign((_, { path }: { readonly path: string | null }) => ({ chosen: path })),
    /** Lets the browser save all differences as one file. */
    savePatch: effect<{ readonly name: string; readonly text: string }>(),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'ejection',
  context: ({ input }) => ({ ...input, source: null, chosen: null, writing: null, said: [], failure: null }),
  initial: 'closed',
  states: {
    closed: { on: { 'source.opened': { target: 'open', actions: 'clear' } } },
    open: {
      initial: 'reading',
      on: {
        // A task that was added goes on in the terminal, whether or not anybody looks on here.
        'source.closed': 'closed',
        'source.retried': { target: '.reading', actions: 'clear' },
        'file.chosen': { guard: { type: 'isFile', params: payload }, actions: { type: 'choose', params: payload } },
        'patch.saved': {
          guard: 'hasDifference',
          actions: {
            type: 'savePatch',
            params: ({ context }) => ({
              name: context.name,
              text: filesOf(context)
                .map(({ patch }) => patch)
                .join(''),
            }),
          },
        },
      },
      states: {
        reading: {
          tags: 'busy',
          invoke: {
            id: 'readSource',
            src: 'readSource',
            input: ({ context: { name } }) => ({ name }),
            onDone: [
              {
                guard: { type: 'isRunning', params: output },
                target: 'writing',
                actions: [
                  { type: 'setSource', params: output },
                  { type: 'setRunning', params: output },
                ],
              },
              { guard: { type: 'isToMerge', params: output }, target: 'conflicted', actions: { type: 'setSource', params: output } },
              { target: 'shown', actions: { type: 'setSource', params: output } },
            ],
            onError: { target: 'unavailable', actions: SET_FAILURE },
          },
          on: { 'source.retried': {} },
        },
        unavailable: { tags: 'failed' },
        shown: { on: { 'writing.requested': WRITE } },
        writing: {
          tags: 'busy',
          invoke: {
            id: 'write',
            src: 'write',
            input: ({ context: { name, writing } }) => ({ name, ...(writing ?? NO_WRITING) }),
            onDone: [
              { guard: { type: 'isWritten', params: output }, target: 'written', actions: { type: 'setAfterwards', params: output } },
              { guard: { type: 'isLeftToMerge', params: output }, target: 'conflicted', actions: { type: 'setLeft', params: output } },
              { target: 'failed', actions: { type: 'setAfterwards', params: output } },
            ],
            onError: { target: 'failed', actions: SET_FAILURE },
          },
          on: { 'source.retried': {} },
        },
        written: {},
        conflicted: { on: { 'writing.requested': WRITE } },
        failed: { tags: 'failed', on: { 'writing.requested': WRITE } },
      },
    },
  },
});

export type EjectionRef = ActorRefFrom<typeof ejectionMachine>;
type EjectionSnapshot = SnapshotFrom<typeof ejectionMachine>;
const NO_FILES: readonly EjectedFile[] = [];
export const selectEjectedFiles = ({ context }: EjectionSnapshot): readonly EjectedFile[] => context.source?.files ?? NO_FILES;
/** Whether some file waits for somebody's hand. */
export const selectHasConflict = (snapshot: EjectionSnapshot): boolean => hasConflict(selectEjectedFiles(snapshot));
/** Whether everything is in the source as the design wants it. */
export const selectIsSame = (snapshot: EjectionSnapshot): boolean =>
  snapshot.context.source !== null && selectEjectedFiles(snapshot).every(({ fate }) => fate === 'same');
export const selectEjectionIsOpen = (snapshot: EjectionSnapshot): boolean => snapshot.matches('open');
export const selectEjectionIsReading = (snapshot: EjectionSnapshot): boolean => snapshot.matches({ open: 'reading' });
export const selectEjectionIsUnavailable = (snapshot: EjectionSnapshot): boolean => snapshot.matches({ open: 'unavailable' });
const OUTCOMES = ['conflicted', 'writing', 'written', 'failed'] as const;
/** What became of the wish to write; nothing before there is one. */
export const selectEjectionOutcome = (snapshot: EjectionSnapshot): (typeof OUTCOMES)[number] | undefined =>
  OUTCOMES.find((outcome) => snapshot.matches({ open: outcome }));
export const selectEjectionIsShown = (snapshot: EjectionSnapshot): boolean => snapshot.matches({ open: 'shown' });
