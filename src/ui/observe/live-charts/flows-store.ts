import { createStore } from '@xstate/store';
import type { ChartView } from '../chart/chart-view.ts';

/** The parts that stand side by side where there is room, and one at a time where there is not. */
export const FLOW_PARTS = ['actors', 'chart', 'details'] as const;
export type FlowPart = (typeof FLOW_PARTS)[number];

interface FlowsContext {
  readonly chosen: string;
  /** Shows whatever machine moved last instead. */
  readonly isFollowing: boolean;
  readonly search: string;
  readonly part: FlowPart;
  /** Owners whose children are not listed. */
  readonly closed: readonly string[];
  readonly view: ChartView | null;
}

/** Signing in is what everybody knows, and its chart can be read whole; that of the whole application cannot. */
const AT_FIRST: FlowsContext = { chosen: 'app/adminSession', isFollowing: false, search: '', part: 'actors', closed: [], view: null };

/** The key of the actor that is shown. */
export const chosenIn = ({ chosen, isFollowing }: Pick<FlowsContext, 'chosen' | 'isFollowing'>, latest: string): string =>
  isFollowing && latest !== '' ? latest : chosen;

/** What somebody who looks at charts has chosen: a handful of values that live and go with the page, and no behaviour. */
export const createFlowsStore = ({
  isFollowing = false,
  chosen,
}: { readonly isFollowing?: boolean; readonly chosen?: string | undefined } = {}) =>
  createStore({
    // Whoever comes for one of them sees its chart, where there is room for one part alone.
    context: { ...AT_FIRST, isFollowing, ...(chosen !== undefined && { chosen, part: 'chart' as const }) },
    on: {
      actorChosen: (context, { key }: { readonly key: string }) => ({
        ...context,
        chosen: key,
        isFollowing: false,
        view: key === context.chosen ? context.view : null,
      }),
      followToggled: (context, { latest }: { readonly latest: string }) => ({
        ...context,
        isFollowing: !context.isFollowing,
        // Whoever stops following stays where they are.
        chosen: context.isFollowing && latest !== '' ? latest : context.chosen,
        view: null,
      }),
      searched: (context, { text }: { readonly text: string }) => ({ ...context, search: text }),
      partChosen: (context, { part }: { readonly part: FlowPart }) => ({ ...context, part }),
      branchToggled: (context, { key }: { readonly key: string }) => ({
        ...context,
        closed: context.closed.includes(key) ? context.closed.filter((one) => one !== key) : [...context.closed, key],
      }),
      viewed: (context, { view }: { readonly view: ChartView | null }) => ({ ...context, view }),
    },
  });

export type FlowsStore = ReturnType<typeof createFlowsStore>;
