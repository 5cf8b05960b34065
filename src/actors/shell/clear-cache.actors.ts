import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { FailureError } from '#domain/base/failure';
import { clearCacheMachine } from '#machines/shell/clear-cache.machine';
import { STORAGE_KEY } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';

export interface ClearCachePorts extends Pick<AppPorts, 'storage' | 'notices'> {
  readonly call: Call;
}

/** What comes again by itself. How people have arranged their lists, and what they have run, is no cache. */
const CACHED = [STORAGE_KEY.siteConfig, STORAGE_KEY.tabs, STORAGE_KEY.palette];

/** What was cleared, in words. */
const CLEARED = { tp: 'admin.cache.serverCleared', storage: 'admin.cache.browserCleared', all: 'admin.cache.allCleared' } as const;

/** Clears caches and says which; nobody is signed out by it. */
export const clearCacheLogic = ({ call, storage, notices }: ClearCachePorts): typeof clearCacheMachine =>
  clearCacheMachine.provide({
    actors: {
      clear: fromPromise(async ({ input: { kind } }) => {
        try {
          if (kind !== 'tp') CACHED.forEach(storage.remove);
          if (kind !== 'storage') {
            const { clearCache } = await import('#api/contract/terminal/terminal');
            // The server's message names no cache.
            await call(clearCache, { type: kind }, { quiet: true });
          }
          notices.done(CLEARED[kind]);
        } catch (error) {
          if (!(error instanceof FailureError)) throw error;
          notices.failed(error.failure);
        }
      }),
    },
  });
