import { openable } from '../base/openable.ts';

/** The menu at a tab: whose it is and where it opened, in pixels. A leaf of the tab bar. */
export const tabMenuLogic = openable('tabMenu', { path: '', xPx: 0, yPx: 0 });
