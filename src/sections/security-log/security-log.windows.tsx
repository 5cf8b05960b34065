import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';
import { accountCell, eventDeviceCell } from './event-cells.tsx';

export const securityLogWindows: SectionBundle = {
  Details: lazyView(async () => (await import('./SecurityEventDetails.tsx')).SecurityEventDetails),
  hasView: true,
  cells: { account: accountCell, userAgent: eventDeviceCell },
};
