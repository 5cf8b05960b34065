import * as contract from '#api/contract/changes/data-safety';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { createRecycleBin } from './recycle-bin.ts';
import { restoreEntries } from './restore-deleted.ts';
import { rollBack } from './roll-back.ts';
import { readChoices, readReach } from './rule-reach.ts';
import { createWatchedChanges } from './watched-changes.ts';

type Context = Pick<FeatureContext, 'table' | 'resources' | 'ports' | 'securityLog'>;

/** The recycle bin and the log of watched fields: what they can do beside listing. */
export function mountDataSafety({ table, resources, ports, securityLog }: Context): void {
  const bin = createRecycleBin(ports, resources, securityLog);
  const watched = createWatchedChanges(ports, resources, securityLog);
  mountForAdmin(table, contract.recycleRuleChoices, (_query, caller) => readChoices(ports, resources, 'recycle', caller));
  mountForAdmin(table, contract.sensitiveRuleChoices, (_query, caller) => readChoices(ports, resources, 'sensitive', caller));
  mountForAdmin(table, contract.recycleRuleReach, (about, caller) => readReach(ports, resources, 'recycle', about, caller));
  mountForAdmin(table, contract.sensitiveRuleReach, (about, caller) => readReach(ports, resources, 'sensitive', about, caller));
  mountForAdmin(table, contract.deletedInfo, ({ id }, caller) => bin.info(id, caller));
  mountForAdmin(table, contract.deletedSections, (_query, caller) => bin.sections(caller));
  mountForAdmin(table, contract.restoreDeleted, (wish, caller) => restoreEntries(ports, resources, wish, caller));
  mountForAdmin(table, contract.sensitiveInfo, ({ id }, caller) => watched.info(id, caller));
  mountForAdmin(table, contract.rollBackSensitive, (wish, caller) => rollBack(ports, resources, wish, caller));
  mountForAdmin(table, contract.revealSensitive, ({ id }, caller) => watched.reveal(id, caller));
}
