import { filteredSection } from '#ui/admin/changes/filtered-section.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const sensitiveDataLogWindows: SectionBundle = {
  Tools: lazyView(async () => {
    await loadMessages(['changes']);
    return (await import('./SensitiveTools.tsx')).SensitiveTools;
  }),
  List: lazyView(async () => {
    await loadMessages(['changes']);
    return (await import('./SensitiveLog.tsx')).SensitiveLog;
  }),
  wordsOf: filteredSection,
};
