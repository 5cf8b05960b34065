import { IconDatabase, IconDevices, IconEraser, type TablerIcon } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { actionsOn, nodePath } from '#domain/rights/permission';
import type { CacheKind } from '#machines/shell/clear-cache.machine';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useShell } from '../../base/shell-context.ts';

const SETTINGS = nodePath('admin', 'routine/config');

const CACHES = [
  { kind: 'tp', label: 'admin.cache.server', Icon: IconDatabase },
  { kind: 'storage', label: 'admin.cache.browser', Icon: IconDevices },
  { kind: 'all', label: 'admin.cache.all', Icon: IconEraser },
] as const satisfies readonly { readonly kind: CacheKind; readonly label: string; readonly Icon: TablerIcon }[];

/** Clears caches. @param id its name in the journal */
export const useClearCache = (id: string) => useLeafActor(useBundle('admin').clearCache, { id });

/** The caches that whoever looks may clear: those of the server are for whoever may change settings. Source: wire protocol §5.1. */
export function useCaches(): readonly (typeof CACHES)[number][] {
  const isServerCleared = useSelector(useShell(), (shell) => actionsOn(permissionFacts(shell).nodes, SETTINGS).includes('edit'));
  return CACHES.filter(({ kind }) => isServerCleared || kind === 'storage');
}
