import { filteredSection } from '#ui/admin/changes/filtered-section.ts';
import { loadMessages, t } from '#ui/base/i18n.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const dataRecycleLogWindows: SectionBundle = {
  Note: lazyView(async () => {
    await loadMessages(['changes']);
    return (await import('./BinTools.tsx')).BinNote;
  }),
  Tools: lazyView(async () => {
    await loadMessages(['changes']);
    return (await import('./BinTools.tsx')).BinTools;
  }),
  List: lazyView(async () => {
    await loadMessages(['changes']);
    return (await import('./RecycleBin.tsx')).RecycleBin;
  }),
  Frame: lazyView(async () => (await import('./BinFrame.tsx')).BinFrame),
  DeletePreview: lazyView(async () => (await import('./PurgePreview.tsx')).PurgePreview),
  deleteWords: (count) => ({
    button: t('changes.bin.purgeSelected', { count }),
    title: t('changes.bin.purgeTitle'),
    accept: t('changes.bin.purge'),
  }),
  wordsOf: filteredSection,
};
