/** Which run is looked at as a film. A leaf of the terminal's panel; it folds events into a value. */
import { fromTransition } from 'xstate';

export type TerminalFilmEvent =
  | { readonly type: 'film.opened'; readonly runUuid: string; readonly command: string }
  | { readonly type: 'film.closed' };

export interface TerminalFilmState {
  readonly isOpen: boolean;
  /** Kept while the window fades out. */
  readonly runUuid: string;
  readonly command: string;
}

const CLOSED: TerminalFilmState = { isOpen: false, runUuid: '', command: '' };

export const terminalFilmLogic = fromTransition((state: TerminalFilmState, event: TerminalFilmEvent): TerminalFilmState => {
  if (event.type === 'film.opened') return { isOpen: true, runUuid: event.runUuid, command: event.command };
  return event.type === 'film.closed' ? { ...state, isOpen: false } : state;
}, CLOSED);
