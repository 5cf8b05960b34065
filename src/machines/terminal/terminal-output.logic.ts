/** How one task's output is looked at: following its end, wrapped, searched. A leaf; it folds events into a value. */
import { fromTransition } from 'xstate';

export type TerminalOutputEvent =
  /** The reader has moved: up, or down to the end. */
  | { readonly type: 'output.scrolled'; readonly isAtEnd: boolean }
  | { readonly type: 'output.wrapToggled' }
  | { readonly type: 'output.searched'; readonly text: string }
  /** `matchCount` as it is now: more may have come. */
  | { readonly type: 'output.matchStepped'; readonly by: 1 | -1; readonly matchCount: number };

export interface TerminalOutputState {
  readonly isFollowing: boolean;
  readonly isWrapping: boolean;
  readonly text: string;
  /** From 0. */
  readonly match: number;
}

const AT_FIRST: TerminalOutputState = { isFollowing: true, isWrapping: false, text: '', match: 0 };

export const terminalOutputLogic = fromTransition((state: TerminalOutputState, event: TerminalOutputEvent): TerminalOutputState => {
  switch (event.type) {
    case 'output.scrolled':
      return { ...state, isFollowing: event.isAtEnd };
    case 'output.wrapToggled':
      return { ...state, isWrapping: !state.isWrapping };
    case 'output.searched':
      return { ...state, text: event.text, match: 0, isFollowing: state.isFollowing && event.text === '' };
    case 'output.matchStepped': {
      const { by, matchCount } = event;
      return matchCount === 0 ? state : { ...state, match: (state.match + by + matchCount) % matchCount, isFollowing: false };
    }
    default:
      return event satisfies never;
  }
}, AT_FIRST);
