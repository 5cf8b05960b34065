import { useSelector } from '@xstate/react';
import { use } from 'react';
import { isPermitted } from '#domain/rights/permission';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { ShellContext } from '../../base/shell-context.ts';

/** Whether stored files may be listed by who is signed in; outside of the back office nobody is asked. */
export function useMayPick(): boolean {
  const shell = use(ShellContext) ?? undefined;
  return useSelector(shell, (snapshot) => !snapshot || isPermitted('routine/attachment/index', permissionFacts(snapshot)));
}
