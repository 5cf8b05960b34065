/**
 * A journal on its way into a file: for somebody to read, or as a test. It is made first, so that its size can be shown, and saved under
 * a name. A leaf; lives with its dialog. The text is beside it, in `src/actors/observe/journal-save.actors.ts`. Source: journal.md 7.1.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { isFileSlug } from '#domain/base/file-slug';
import { effect } from '../base/effect.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

/** `replay`: with the states that its entries lead to. */
export type JournalFileKind = 'journal' | 'replay';

export interface JournalSaveInput {
  readonly kind: JournalFileKind;
  /** What it will be called unless somebody says otherwise; without a suffix. */
  readonly name: string;
}

/** What was made. */
export interface ComposedFile {
  readonly entries: number;
  readonly sizeBytes: number;
}

export type JournalSaveEvent =
  | { readonly type: 'save.named'; readonly name: string }
  | { readonly type: 'save.requested' }
  | { readonly type: 'save.retried' };

interface SaveContext extends JournalSaveInput, ComposedFile {}

export const journalSaveMachine = setup({
  types: {
    context: {} as SaveContext,
    events: {} as JournalSaveEvent,
    input: {} as JournalSaveInput,
    tags: {} as 'ready' | 'invalid' | 'saved',
  },
  actors: { compose: fromPromise<ComposedFile, Pick<JournalSaveInput, 'kind'>>(notProvided('compose')) },
  guards: { hasName: ({ context }) => isFileSlug(context.name) },
  actions: {
    setFile: assign((_, { entries, sizeBytes }: ComposedFile) => ({ entries, sizeBytes })),
    setName: assign({ name: (_, { name }: { readonly name: string }) => name }),
    /** Hands the file to the browser. */
    saveFile: effect<{ readonly name: string }>(),
  },
}).createMachine({
  id: 'journalSave',
  context: ({ input }) => ({ ...input, entries: 0, sizeBytes: 0 }),
  initial: 'composing',
  states: {
    composing: {
      invoke: {
        id: 'compose',
        src: 'compose',
        input: ({ context: { kind } }) => ({ kind }),
        onDone: { target: 'composed', actions: { type: 'setFile', params: output } },
        onError: 'failed',
      },
      on: { 'save.named': { actions: { type: 'setName', params: payload } } },
    },
    composed: {
      tags: 'ready',
      initial: 'open',
      on: {
        'save.named': { target: '.open', actions: { type: 'setName', params: payload } },
        'save.requested': [
          { guard: 'hasName', target: '.saved', actions: { type: 'saveFile', params: ({ context: { name } }) => ({ name }) } },
          { target: '.invalid' },
        ],
      },
      states: { open: {}, invalid: { tags: 'invalid' }, saved: { tags: 'saved' } },
    },
    /** Its entries do not fit the machines of today. */
    failed: { on: { 'save.retried': 'composing' } },
  },
});

export type JournalSaveRef = ActorRefFrom<typeof journalSaveMachine>;
export const selectSave = ({ context }: SnapshotFrom<typeof journalSaveMachine>): SaveContext => context;
type JournalSaveSnapshot = SnapshotFrom<typeof journalSaveMachine>;
export const selectJournalSaveHasFailed = (snapshot: JournalSaveSnapshot): boolean => snapshot.matches('failed');
