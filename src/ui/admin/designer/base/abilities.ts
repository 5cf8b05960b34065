import { actionsOn, nodePath } from '#domain/rights/permission';
import { permissionFacts, type AdminShellSnapshot } from '#machines/shell/admin-shell.machine';

const PATH = nodePath('admin', 'crud/crud');

export interface DesignerAbilities {
  readonly mayDesign: boolean;
  readonly mayRemove: boolean;
}

/** What the person may do with designs beside looking at them. */
export function abilitiesOf(shell: AdminShellSnapshot): DesignerAbilities {
  const actions = actionsOn(permissionFacts(shell).nodes, PATH);
  return { mayDesign: actions.includes('generate'), mayRemove: actions.includes('delete') };
}
