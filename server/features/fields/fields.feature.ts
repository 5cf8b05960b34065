import * as contract from '#api/contract/fields/cascade';
import { mount, mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { listAreas } from './areas.ts';
import { listClassifications } from './classifications.ts';
import { searchAreas, searchProjects } from './option-search.ts';
import { listProjects, readProjectChoice, saveProjectChoice } from './projects.ts';

/** What fields choose from level by level, and the project an administrator works on. */
export function mountFields({ table, ports }: Pick<FeatureContext, 'table' | 'ports'>): void {
  const { kysely } = ports.database;
  mountForAdmin(table, contract.listAreas, (chosen) => listAreas(kysely, chosen));
  mount(table, contract.listPublicAreas, (chosen) => listAreas(kysely, chosen));
  mountForAdmin(table, contract.listClassifications, (chosen) => listClassifications(kysely, chosen));
  mountForAdmin(table, contract.listProjects, (chosen) => listProjects(kysely, chosen));
  mountForAdmin(table, contract.searchAreas, (wish) => searchAreas(kysely, wish));
  mountForAdmin(table, contract.searchProjects, (wish) => searchProjects(kysely, wish));
  mountForAdmin(table, contract.readProjectChoice, (selector, caller) => readProjectChoice(kysely, selector, caller));
  mountForAdmin(table, contract.saveProjectChoice, async (choice, caller) => {
    await saveProjectChoice(ports, choice, caller);
    return null;
  });
}
