import { createStore } from '@xstate/store';
import type { PathReport, PathWalker } from '#domain/observe/path-report';

/** The parts of a machine that stand side by side where there is room, and one at a time where there is not. */
export const COVERAGE_PARTS = ['chart', 'paths'] as const;
export type CoveragePart = (typeof COVERAGE_PARTS)[number];

interface CoverageContext {
  /** As it was read last; null before. */
  readonly report: PathReport | null;
  readonly search: string;
  readonly hasGapsOnly: boolean;
  readonly walker: PathWalker;
  /** The state or transition that is looked at. */
  readonly itemKey: string;
  readonly part: CoveragePart;
}

const AT_FIRST: CoverageContext = { report: null, search: '', hasGapsOnly: false, walker: 'anybody', itemKey: '', part: 'chart' };

/** The report, and what somebody who looks at it has chosen: values that live and go with the page, and no behaviour. */
export const createCoverageStore = () =>
  createStore({
    context: AT_FIRST,
    on: {
      reportRead: (context, { report }: { readonly report: PathReport }) => ({ ...context, report }),
      searched: (context, { text }: { readonly text: string }) => ({ ...context, search: text }),
      gapsToggled: (context) => ({ ...context, hasGapsOnly: !context.hasGapsOnly }),
      walkerChosen: (context, { walker }: { readonly walker: PathWalker }) => ({ ...context, walker }),
      machineEntered: (context) => ({ ...context, itemKey: '', part: 'chart' as const }),
      itemChosen: (context, { key }: { readonly key: string }) => ({ ...context, itemKey: key }),
      partChosen: (context, { part }: { readonly part: CoveragePart }) => ({ ...context, part }),
    },
  });

export type CoverageStore = ReturnType<typeof createCoverageStore>;
