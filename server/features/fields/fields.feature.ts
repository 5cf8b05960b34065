import * as contract from '#api/contract/fields/cascade';
import { mount, mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { areasBelow } from './areas.ts';
import { classificationsBelow } from './classifications.ts';
import { findAreas, findProjects } from './option-search.ts';
import { projectsBelow, projectChoiceOf, storeProjectChoice } from './projects.ts';

/** What fields choose from level by level, and the project an administrator works on. */
export function mountFields({ table, ports }: Pick<FeatureContext, 'table' | 'ports'>): void {
  const { kysely } = ports.database;
  mountForAdmin(table, contract.listAreas, (chosen) => areasBelow(kysely, chosen));
  mount(table, contract.listPublicAreas, (chosen) => areasBelow(kysely, chosen));
  mountForAdmin(table, contract.listClassifications, (chosen) => classificationsBelow(kysely, chosen));
  mountForAdmin(table, contract.listProjects, (chosen) => projectsBelow(kysely, chosen));
  mountForAdmin(table, contract.searchAreas, (wish) => findAreas(kysely, wish));
  mountForAdmin(table, contract.searchProjects, (wish) => findProjects(kysely, wish));
  mountForAdmin(table, contract.readProjectChoice, (selector, caller) => projectChoiceOf(kysely, selector, caller));
  mountForAdmin(table, contract.saveProjectChoice, async (choice, caller) => {
    await storeProjectChoice(ports, choice, caller);
    return null;
  });
}
