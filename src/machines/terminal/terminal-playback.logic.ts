/** Which run is played again. A leaf of the terminal's panel; it folds events into a value. */
import { fromTransition } from 'xstate';

export type TerminalPlaybackEvent =
  | { readonly type: 'playback.opened'; readonly runUuid: string; readonly command: string }
  | { readonly type: 'playback.closed' };

export interface TerminalPlaybackState {
  readonly isOpen: boolean;
  /** Kept while the window fades out. */
  readonly runUuid: string;
  readonly command: string;
}

const CLOSED: TerminalPlaybackState = { isOpen: false, runUuid: '', command: '' };

export const terminalPlaybackLogic = fromTransition((state: TerminalPlaybackState, event: TerminalPlaybackEvent): TerminalPlaybackState => {
  if (event.type === 'playback.opened') return { isOpen: true, runUuid: event.runUuid, command: event.command };
  return event.type === 'playback.closed' ? { ...state, isOpen: false } : state;
}, CLOSED);
