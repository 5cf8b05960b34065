import { useSelector } from '@xstate/react';
import { PLACE } from '#domain/life/record-life';
import { actionsOn, nodePath } from '#domain/rights/permission';
import { pagePathOf, type Resource } from '#domain/table/resource';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { useShell } from '../../base/shell-context.ts';

/** Whether the person may put records of the section into states past their life. */
export const useMayPlace = (resource: Resource): boolean =>
  useSelector(useShell(), (shell) => actionsOn(permissionFacts(shell).nodes, nodePath('admin', pagePathOf(resource))).includes(PLACE));
