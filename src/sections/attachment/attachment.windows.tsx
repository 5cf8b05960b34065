import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const attachmentWindows: SectionBundle = {
  Tools: lazyView(async () => (await import('./AttachmentTools.tsx')).AttachmentTools),
  Details: lazyView(async () => (await import('./AttachmentUses.tsx')).AttachmentDetails),
  DeletePreview: lazyView(async () => (await import('./AttachmentUses.tsx')).AttachmentDeletePreview),
};
