import { entryOfListed } from '#domain/members/listed-member';
import { lazyView } from '#ui/base/lazy-view.tsx';
import { signedNumberCell } from '#ui/kit/cells/number-cell.tsx';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';

export const scoreLogWindows: SectionBundle = {
  newRecord: entryOfListed,
  Fields: lazyView(async () => (await import('#ui/admin/members/LedgerFields.tsx')).LedgerFields),
  cells: { score: signedNumberCell },
};
