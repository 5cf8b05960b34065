import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionParts } from '#ui/kit/table/base/table-extras.ts';

export const scoreLogWindows: SectionParts = {
  Tools: lazyView(async () => (await import('#ui/admin/members/LedgerTools.tsx')).ScoreLedgerTools),
};
