/** The menu at a tab: whose it is and where it opened. A leaf of the tab bar; it folds events into a value. */
import { fromTransition } from 'xstate';

export type TabMenuEvent =
  | { readonly type: 'tabMenu.opened'; readonly path: string; readonly xPx: number; readonly yPx: number }
  | { readonly type: 'tabMenu.closed' };

export interface TabMenuState {
  readonly isOpen: boolean;
  /** Kept while the menu fades out. */
  readonly path: string;
  readonly xPx: number;
  readonly yPx: number;
}

export const tabMenuLogic = fromTransition(
  (state: TabMenuState, event: TabMenuEvent): TabMenuState => {
    if (event.type === 'tabMenu.opened') return { isOpen: true, path: event.path, xPx: event.xPx, yPx: event.yPx };
    return event.type === 'tabMenu.closed' ? { ...state, isOpen: false } : state;
  },
  { isOpen: false, path: '', xPx: 0, yPx: 0 },
);
