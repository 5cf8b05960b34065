import { findSection } from '#actors/base/resource-book';
import { isPermitted, type PermissionFacts } from '#domain/rights/permission';
import { pagePathOf } from '#domain/table/resource';
import type { Entry } from './timeline-entry.ts';

const UNDO = 'security/change/undo';

/**
 * Whether taking back is offered: of what others did to whoever has the right to it, and of anything to whoever may write so in that
 * section. What else stands in its way is told where it is looked at beforehand.
 */
export function mayTakeBack(entry: Pick<Entry, 'actorType' | 'actorId' | 'resource' | 'action'>, adminId: number, facts: PermissionFacts) {
  const isOwn = entry.actorType === 'admin' && entry.actorId === String(adminId);
  if (!isOwn && !isPermitted(UNDO, facts)) return false;
  const section = findSection(entry.resource);
  return !section || entry.action === null || isPermitted(`${pagePathOf(section)}/${entry.action}`, facts);
}
