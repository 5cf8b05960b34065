import { loadMessages } from '#ui/base/i18n.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import { sectionWords } from '#ui/admin/changes/section-words.ts';
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
  wordsOf: sectionWords,
};
