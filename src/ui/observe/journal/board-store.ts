import { createStore } from '@xstate/store';

/** What stands side by side where there is room, and one at a time where there is not. */
export const BOARD_PARTS = ['entries', 'actors', 'chart', 'details'] as const;
export type BoardPart = (typeof BOARD_PARTS)[number];

interface BoardContext {
  readonly part: BoardPart;
}
const AT_FIRST: BoardContext = { part: 'entries' };

export const createBoardStore = () =>
  createStore({
    context: AT_FIRST,
    on: { partChosen: (_, { part }: { readonly part: BoardPart }) => ({ part }) },
  });
