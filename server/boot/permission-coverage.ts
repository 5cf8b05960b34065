import type { MountedEndpoint } from '../routing/route-table.ts';
import { SHIPPED_RULES } from '../db/seed/shipped-rules.ts';

/**
 * A call that asks for a right which no shipped rule can give is closed to everybody but super administrators, and nobody would know
 * why: a defect that keeps the server from starting. Sections designed at run time bring rules of their own.
 * @throws naming every such call and its node
 */
export function checkPermissionCoverage(routes: readonly MountedEndpoint[]): void {
  const given = new Set(SHIPPED_RULES.filter(({ type }) => type === 'button').map(({ name }) => name.toLowerCase()));
  const closed = routes.filter(({ endpoint, node }) => endpoint.audience === 'permitted' && !given.has(node));
  if (closed.length === 0) return;
  const names = closed.map(({ endpoint: { method, path }, node }) => `${method} ${path} (${node})`);
  throw new Error(`No menu rule grants what these calls ask for: ${names.join(', ')}.`);
}
