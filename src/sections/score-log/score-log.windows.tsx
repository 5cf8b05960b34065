import { lazyView } from '#ui/base/lazy-view.tsx';
import { signedNumberCell } from '#ui/kit/cells/number-cell.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const scoreLogWindows: SectionBundle = {
  Beside: lazyView(async () => (await import('#ui/admin/members/LedgerTools.tsx')).ScoreLedgerTools),
  Fields: lazyView(async () => (await import('#ui/admin/members/LedgerFields.tsx')).LedgerFields),
  cells: { score: signedNumberCell },
};
