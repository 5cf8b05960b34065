import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { adminGroup } from '#api/contract/resources/admin-group';
import { admin } from '#api/contract/resources/admin';
import { adminRule } from '#api/contract/resources/admin-rule';
import * as contract from '#api/contract/rights/rights';
import { mountForAdmin } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ResourceEngine } from '../../resources/define-resource.ts';
import { createRightsExplanation } from './rights-explanation.ts';
import { createAdminPages, createGroupPages, createRulePages } from './rights-pages.ts';

interface RightsEngines {
  readonly admins: ResourceEngine;
  readonly groups: ResourceEngine;
  readonly rules: ResourceEngine;
}

/** Administrators, groups and menu rules, where they say more than every resource. Source: wire protocol §5.3, §5.4, §5.6. */
export function rightsRoutes(table: RouteTable, { admins, groups, rules }: RightsEngines, ports: ServerPorts): void {
  const adminCalls = resourceEndpoints(admin);
  const adminPages = createAdminPages(ports, admins);
  for (const endpoint of [adminCalls.list, adminCalls.read]) table.remove(endpoint);
  mountForAdmin(table, adminCalls.list, (query, caller) => adminPages.list(query, caller));
  mountForAdmin(table, adminCalls.read, ({ id }, caller) => adminPages.read(id, caller));

  const groupCalls = resourceEndpoints(adminGroup);
  const groupPages = createGroupPages(ports, groups);
  for (const endpoint of [groupCalls.list, groupCalls.read, groupCalls.save]) table.remove(endpoint);
  mountForAdmin(table, contract.listAdminGroups, (query, caller) => groupPages.list(query, caller));
  mountForAdmin(table, groupCalls.read, ({ id }, caller) => groupPages.read(id, caller));
  mountForAdmin(table, groupCalls.save, (row, caller) => groupPages.save(row, caller));

  const ruleCalls = resourceEndpoints(adminRule);
  const rulePages = createRulePages(ports, rules);
  for (const endpoint of [ruleCalls.list, ruleCalls.read, ruleCalls.save]) table.remove(endpoint);
  mountForAdmin(table, contract.listAdminRules, (query, caller) => rulePages.list(query, caller));
  mountForAdmin(table, ruleCalls.read, ({ id }, caller) => rulePages.read(id, caller));
  mountForAdmin(table, ruleCalls.save, (row, caller) => rulePages.save(row, caller));

  const explain = createRightsExplanation(ports, admins);
  mountForAdmin(table, contract.explainRight, (question, caller) => explain(question, caller));
}
