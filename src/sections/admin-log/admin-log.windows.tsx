import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const adminLogWindows: SectionBundle = {
  Details: lazyView(async () => (await import('./AdminLogDetails.tsx')).AdminLogDetails),
  hasView: true,
};
