import { loadMessages } from '#ui/base/i18n.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const adminWindows: SectionBundle = {
  Details: lazyView(async () => (await import('#ui/admin/session/account/AdminAccess.tsx')).AdminAccess),
  hasView: true,
  windows: [
    {
      name: 'explain',
      icon: 'question',
      node: 'auth/admin/index',
      Window: lazyView(async () => {
        await loadMessages(['rights']);
        return (await import('./ExplainWindow.tsx')).ExplainWindow;
      }),
    },
  ],
};
