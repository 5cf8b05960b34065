/**
 * The language of the interface. Owned by the app, lives as long as the page: a change is saved and the page reloads.
 * With unsaved work it asks first. Source: specification §4, "Language and login"; readings 4.6.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Language } from '#domain/base/language';
import { effect } from '../base/effect.ts';
import { notProvided } from '../base/not-provided.ts';
import { payload } from '../base/payload.ts';

export type LanguageEvent =
  | { readonly type: 'language.changeRequested'; readonly language: Language }
  | { readonly type: 'language.changeConfirmed' }
  | { readonly type: 'language.changeDismissed' }
  /** Whether a reload would lose something. */
  | { readonly type: 'work.unsavedChanged'; readonly isUnsaved: boolean };

export interface LanguageInput {
  readonly language: Language;
}

interface LanguageContext {
  readonly language: Language;
  readonly wanted: Language;
  readonly isUnsaved: boolean;
}

export const languageMachine = setup({
  types: {
    context: {} as LanguageContext,
    events: {} as LanguageEvent,
    input: {} as LanguageInput,
    tags: {} as 'busy',
  },
  actors: {
    saveLanguage: fromPromise<void, { readonly language: Language }>(notProvided('saveLanguage')),
  },
  guards: {
    isCurrent: ({ context }, params: { readonly language: Language }) => params.language === context.language,
    hasUnsaved: ({ context }) => context.isUnsaved,
  },
  actions: {
    setWanted: assign({ wanted: (_, params: { readonly language: Language }) => params.language }),
    setUnsaved: assign({ isUnsaved: (_, params: { readonly isUnsaved: boolean }) => params.isUnsaved }),
    /** Provided in `src/actors`: the texts of a running page do not change. */
    reloadPage: effect(),
  },
}).createMachine({
  id: 'language',
  context: ({ input }) => ({ language: input.language, wanted: input.language, isUnsaved: false }),
  initial: 'settled',
  on: { 'work.unsavedChanged': { actions: { type: 'setUnsaved', params: payload } } },
  states: {
    settled: {
      on: {
        'language.changeRequested': [
          { guard: { type: 'isCurrent', params: payload } },
          { guard: 'hasUnsaved', target: 'asking', actions: { type: 'setWanted', params: payload } },
          { target: 'saving', actions: { type: 'setWanted', params: payload } },
        ],
      },
    },
    asking: {
      on: { 'language.changeConfirmed': 'saving', 'language.changeDismissed': 'settled' },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveLanguage',
        src: 'saveLanguage',
        input: ({ context }) => ({ language: context.wanted }),
        onDone: 'reloading',
        // Storage is full or forbidden: the page keeps its language rather than reloading into the old one.
        onError: 'settled',
      },
    },
    reloading: { tags: 'busy', entry: 'reloadPage' },
  },
});

export type LanguageSnapshot = SnapshotFrom<typeof languageMachine>;
export type LanguageRef = ActorRefFrom<typeof languageMachine>;
export const selectLanguage = (snapshot: LanguageSnapshot): Language => snapshot.context.language;
export const selectIsAskingToReload = (snapshot: LanguageSnapshot): boolean => snapshot.matches('asking');
