import * as contract from '#api/contract/changes/section-restore';
import { mountForAdmin } from '../../../routing/mount.ts';
import type { FeatureContext } from '../../base/feature.ts';
import { createSectionRestores } from './section-restores.service.ts';

type Context = Pick<FeatureContext, 'table' | 'resources' | 'ports' | 'guesses'>;

/** One section back from a backup, by a window of the back office. */
export function mountSectionRestores({ table, resources, ports, guesses }: Context): void {
  const restores = createSectionRestores({ ...ports, guesses }, resources);
  mountForAdmin(table, contract.readRestoreChoices, (_input, caller) => restores.choices(caller));
  mountForAdmin(table, contract.lookAtSection, async (wish, caller) => ({ id: await restores.look(wish, caller) }));
  mountForAdmin(table, contract.restoreSection, async (wish, caller) => ({ id: await restores.restore(wish, caller) }));
  mountForAdmin(table, contract.readSectionRestore, ({ id }) => restores.read(id));
}
