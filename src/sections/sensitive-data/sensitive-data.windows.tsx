import { controllerWords, sectionCell, watchedCell } from '#ui/admin/changes/rule-cells.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const sensitiveDataWindows: SectionBundle = {
  Fields: lazyView(async () => {
    await loadMessages(['changes']);
    return (await import('#ui/admin/changes/RuleFields.tsx')).RuleFields;
  }),
  cells: { controller: sectionCell, fields: watchedCell },
  wordsOf: controllerWords,
};
