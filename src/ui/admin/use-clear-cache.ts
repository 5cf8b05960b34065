import { clearCacheMachine } from '#machines/clear-cache.machine';
import { useApp } from '../app/app-context.ts';
import { useLeafActor } from '../kit/use-leaf-actor.ts';

/** Clears caches. @param id its name in the journal */
export const useClearCache = (id: string) => useLeafActor(useApp().late.clearCache ?? clearCacheMachine, { id });
