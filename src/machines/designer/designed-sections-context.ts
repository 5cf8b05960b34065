import { output } from '../base/payload.ts';

/** What is typed before something is begun or taken away. */
export interface Typing {
  readonly chinese: string;
  readonly english: string;
  /** Of the new section; null while it follows the English title. */
  readonly name: string | null;
  /** The name of the table that goes. */
  readonly table: string;
}

export const NOTHING_TYPED: Typing = { chinese: '', english: '', name: null, table: '' };

/** What was refused may have been about a list that is no longer so: it is read anew in its place. */
export const RENEWED_PLACE = {
  initial: 'open',
  states: {
    open: {},
    renewing: {
      invoke: {
        id: 'renewSections',
        src: 'loadSections',
        onDone: { target: 'open', actions: { type: 'renewSections', params: output } },
        onError: 'open',
      },
    },
  },
} as const;
