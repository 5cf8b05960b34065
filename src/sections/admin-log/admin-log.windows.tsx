import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionParts } from '#ui/kit/table/base/table-extras.ts';

export const adminLogWindows: SectionParts = {
  Details: lazyView(async () => (await import('./AdminLogDetails.tsx')).AdminLogDetails),
  hasView: true,
};
