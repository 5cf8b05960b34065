import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';
import { deliveredCell, secretCell, sectionsCell } from './webhook-cells.tsx';

export const webhookWindows: SectionBundle = {
  cells: { issuedAt: secretCell, deliveredAt: deliveredCell, sections: sectionsCell },
  windows: [
    {
      name: 'issue',
      icon: 'key',
      node: 'auth/webhook/issue',
      Window: lazyView(async () => (await import('./SecretWindow.tsx')).SecretWindow),
    },
    {
      name: 'test',
      icon: 'player',
      node: 'auth/webhook/test',
      Window: lazyView(async () => (await import('./TestWindow.tsx')).TestWindow),
    },
  ],
};
