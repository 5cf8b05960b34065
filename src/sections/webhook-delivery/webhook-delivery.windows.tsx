import { filteredSection } from '#ui/admin/changes/filtered-section.ts';
import { lazyView } from '#ui/base/lazy-view.tsx';
import { scalarText } from '#ui/kit/cells/scalar-text.ts';
import { changedSectionLabel } from '#ui/kit/changes/change-words.ts';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const webhookDeliveryWindows: SectionBundle = {
  cells: {
    resource: ({ record }) => {
      const name = scalarText(record['resource']);
      return <span>{changedSectionLabel(name)}</span>;
    },
  },
  wordsOf: filteredSection,
  windows: [
    {
      name: 'attempts',
      icon: 'eye',
      node: 'auth/webhookDelivery/index',
      Window: lazyView(async () => (await import('./DeliveryWindow.tsx')).DeliveryWindow),
    },
  ],
};
