import { loadMessages } from '#ui/base/i18n.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import { filteredSection } from '#ui/admin/changes/filtered-section.ts';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const changeSetWindows: SectionBundle = {
  Tools: lazyView(async () => {
    await loadMessages(['changes']);
    return (await import('./TimelineTools.tsx')).TimelineTools;
  }),
  List: lazyView(async () => {
    await loadMessages(['changes']);
    return (await import('./Timeline.tsx')).Timeline;
  }),
  wordsOf: filteredSection,
};
