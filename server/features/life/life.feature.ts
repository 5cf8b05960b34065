import * as contract from '#api/contract/changes/life-requests';
import { checkLife, listSendable, rehearseLife } from '#api/contract/life/life-rehearsal';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { readDrawn } from './drawn-life.ts';
import { runLifeRehearsal } from './rehearse-life.ts';
import { sendableSections } from './sendable-steps.ts';
import { mountStepMail } from './step-mail.ts';
import { createRequests } from './requests.service.ts';

/** What lives of records have beside the calls of their sections. */
export function mountLives({
  table,
  resources,
  ports,
  securityLog,
}: Pick<FeatureContext, 'table' | 'resources' | 'ports' | 'securityLog'>): void {
  const requests = createRequests(ports, resources, securityLog);
  mountStepMail(ports, resources);
  mountForAdmin(table, contract.listRequests, (wish, caller) => requests.list(wish, caller));
  mountForAdmin(table, contract.approveRequest, (wish, caller) => requests.settle('approve', wish, caller));
  mountForAdmin(table, contract.declineRequest, (wish, caller) => requests.settle('decline', wish, caller));
  mountForAdmin(table, contract.withdrawRequest, (wish, caller) => requests.settle('withdraw', wish, caller));
  mountForAdmin(table, checkLife, async (wish, caller) => ({ findings: [...readDrawn(ports, resources, wish, caller).findings] }));
  mountForAdmin(table, listSendable, async (_, caller) => sendableSections(ports, resources, caller));
  mountForAdmin(table, rehearseLife, (wish, caller) => runLifeRehearsal(ports, resources, wish, caller));
}
