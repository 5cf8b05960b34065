import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';
import { madeCell, usedCell } from './token-cells.tsx';

export const apiTokenWindows: SectionBundle = {
  cells: { issuedAt: madeCell, lastUsedAt: usedCell },
  windows: [
    {
      name: 'issue',
      icon: 'key',
      node: 'auth/apiToken/issue',
      Window: lazyView(async () => (await import('./IssueWindow.tsx')).IssueWindow),
    },
  ],
};
