import type { Call } from '#api/client';
import type { savedViewsMachine } from '#machines/table/saved-views.machine';
import { savedViewsLogic } from './saved-views.actors.ts';

/** What every list begins with, with effects bound. */
export interface TableBundle {
  readonly savedViews: typeof savedViewsMachine;
}

/** Comes right after a list: its views say what it opens with. */
export const tableBundle = ({ call }: { readonly call: Call }): TableBundle => ({ savedViews: savedViewsLogic({ call }) });
