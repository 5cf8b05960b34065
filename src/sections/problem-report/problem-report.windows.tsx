import { loadMessages } from '#ui/base/i18n.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const problemReportWindows: SectionBundle = {
  Details: lazyView(async () => {
    await loadMessages(['problem']);
    return (await import('./ProblemDetails.tsx')).ProblemDetails;
  }),
  hasView: true,
  windows: [
    {
      name: 'journal',
      icon: 'player',
      node: 'routine/problemReport/download',
      Window: lazyView(async () => {
        await loadMessages(['problem']);
        return (await import('./RecordingWindow.tsx')).RecordingWindow;
      }),
    },
  ],
};
