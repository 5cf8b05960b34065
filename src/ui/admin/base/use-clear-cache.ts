import { useSelector } from '@xstate/react';
import { actionsOn, nodePath } from '#domain/rights/permission';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useShell } from '../../base/shell-context.ts';

const SETTINGS = nodePath('admin', 'routine/config');

/** Clears caches. @param id its name in the journal */
export const useClearCache = (id: string) => useLeafActor(useBundle('admin').clearCache, { id });

/** Whether the server would let this person clear its caches: whoever may change settings may. */
export const useMayClearServer = (): boolean =>
  useSelector(useShell(), (shell) => actionsOn(permissionFacts(shell).nodes, SETTINGS).includes('edit'));
