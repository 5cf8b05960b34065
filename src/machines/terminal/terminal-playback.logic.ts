import { openable } from '../base/openable.ts';

/** Which run is played again. A leaf of the terminal's panel. */
export const terminalPlaybackLogic = openable('playback', { runUuid: '', command: '' });
