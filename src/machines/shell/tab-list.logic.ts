/** The list of all tabs: whether it is open, and what is looked for in it. A leaf of the tab bar; folds events into a value, has no modes. */
import { fromTransition } from 'xstate';

export type TabListEvent =
  | { readonly type: 'tabList.opened' }
  | { readonly type: 'tabList.closed' }
  | { readonly type: 'tabList.typed'; readonly text: string };

export interface TabListState {
  readonly isOpen: boolean;
  readonly text: string;
}

export const tabListLogic = fromTransition(
  (state: TabListState, event: TabListEvent): TabListState => {
    switch (event.type) {
      case 'tabList.opened':
        return { isOpen: true, text: '' };
      case 'tabList.closed':
        return { ...state, isOpen: false };
      case 'tabList.typed':
        return { ...state, text: event.text };
      default:
        // The library's own stop event passes here too and changes nothing.
        return state;
    }
  },
  { isOpen: false, text: '' },
);
