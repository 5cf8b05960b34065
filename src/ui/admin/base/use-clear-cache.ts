import { clearCacheMachine } from '#machines/shell/clear-cache.machine';
import { useApp } from '../../base/app-context.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';

/** Clears caches. @param id its name in the journal */
export const useClearCache = (id: string) => useLeafActor(useApp().late.clearCache ?? clearCacheMachine, { id });
