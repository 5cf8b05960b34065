import { createContext, use } from 'react';
import type { BinSectionsRef } from '#machines/changes/bin-sections.machine';

/** What is in the bin, for all parts of its page. */
export const BinContext = createContext<BinSectionsRef | null>(null);

export function useBin(): BinSectionsRef {
  const bin = use(BinContext);
  if (!bin) throw new Error('a view of the recycle bin stands outside of its page');
  return bin;
}
