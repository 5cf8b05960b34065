/**
 * Recovery codes on the screen, where they stand this once: leaving the page asks first until they are copied, downloaded or said to be kept.
 * A leaf of whatever shows them; whoever says that they are kept ends it.
 * Source: security.md rule 12.
 */
import { fromCallback, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { notProvided } from '../base/not-provided.ts';

export type RecoveryCodesEvent =
  | { readonly type: 'codes.copied' }
  /** The browser did not let them be copied. */
  | { readonly type: 'codes.copyRefused' }
  | { readonly type: 'codes.downloaded' };

export const recoveryCodesMachine = setup({
  types: { events: {} as RecoveryCodesEvent },
  actors: {
    /** Counts the page as one that has something to lose, as long as it runs. */
    holdPage: fromCallback(notProvided('holdPage')),
  },
}).createMachine({
  id: 'recoveryCodes',
  initial: 'fresh',
  states: {
    fresh: {
      initial: 'shown',
      // Where it cannot be counted, they stand there all the same.
      invoke: { id: 'holdPage', src: 'holdPage', onError: 'taken' },
      on: { 'codes.copied': 'taken.copied', 'codes.downloaded': 'taken.downloaded' },
      states: {
        shown: { on: { 'codes.copyRefused': 'uncopied' } },
        uncopied: {},
      },
    },
    taken: {
      initial: 'noted',
      on: { 'codes.copied': '.copied', 'codes.copyRefused': '.uncopied', 'codes.downloaded': '.downloaded' },
      states: { noted: {}, copied: {}, uncopied: {}, downloaded: {} },
    },
  },
});

export type RecoveryCodesRef = ActorRefFrom<typeof recoveryCodesMachine>;
type RecoveryCodesSnapshot = SnapshotFrom<typeof recoveryCodesMachine>;
export const selectAreCopied = (snapshot: RecoveryCodesSnapshot): boolean => snapshot.matches({ taken: 'copied' });
export const selectIsCopyRefused = (snapshot: RecoveryCodesSnapshot): boolean =>
  snapshot.matches({ fresh: 'uncopied' }) || snapshot.matches({ taken: 'uncopied' });
