import type { MountedEndpoint } from '../routing/route-table.ts';
import { areaOf } from '#api/contract/base/endpoint';
import { SHIPPED_MEMBER_RULES } from '../db/seed/shipped-members.ts';
import { SHIPPED_RULES } from '../db/seed/shipped-rules.ts';

/**
 * A call that asks for a right which no shipped rule can give is closed to everybody but super administrators, and nobody would know
 * why: a defect that keeps the server from starting. Sections designed at run time bring rules of their own.
 * @throws naming every such call and its node
 */
export function checkPermissionCoverage(routes: readonly MountedEndpoint[]): void {
  const given = new Set(SHIPPED_RULES.filter(({ type }) => type === 'button').map(({ name }) => name.toLowerCase()));
  // Of members the pages themselves are what is granted.
  const ofMembers = new Set(SHIPPED_MEMBER_RULES.map(({ name }) => name.toLowerCase()));
  const isGiven = ({ endpoint, node }: MountedEndpoint): boolean => (areaOf(endpoint) === 'admin' ? given : ofMembers).has(node);
  const closed = routes.filter((route) => route.endpoint.audience === 'permitted' && !isGiven(route));
  if (closed.length === 0) return;
  const names = closed.map(({ endpoint: { method, path }, node }) => `${method} ${path} (${node})`);
  throw new Error(`No menu rule grants what these calls ask for: ${names.join(', ')}.`);
}
