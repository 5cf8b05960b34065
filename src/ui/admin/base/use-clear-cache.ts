import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';

/** Clears caches. @param id its name in the journal */
export const useClearCache = (id: string) => useLeafActor(useBundle('admin').clearCache, { id });
