import { lazyView } from '#ui/base/lazy-view.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const moneyLogWindows: SectionBundle = {
  Tools: lazyView(async () => (await import('#ui/admin/members/LedgerTools.tsx')).MoneyLedgerTools),
};
