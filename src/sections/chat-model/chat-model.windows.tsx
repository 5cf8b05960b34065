import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const chatModelWindows: SectionBundle = {
  windows: [
    {
      name: 'try',
      icon: 'player',
      node: 'chat/model/try',
      Window: lazyView(async () => (await import('./TrialWindow.tsx')).TrialWindow),
    },
  ],
};
