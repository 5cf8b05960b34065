import { approvalOf, type Life } from './life.ts';

/** Calls that every section has or may get, in lower case; an event has the same addresses, which are found without regard to case. */
const CALL_NAMES: ReadonlySet<string> = new Set(
  ['index', 'list', 'read', 'edit', 'add', 'del', 'sortable', 'bulk', 'import', 'cancelimport', 'export', 'undo', 'life', 'offers', 'board', 'place', 'select', 'search', 'never']
); // prettier-ignore

/** Events that are called as a call of every section is, as another event, or as the approval of one. */
export function takenAddresses({ events }: Pick<Life, 'events'>): ReadonlySet<string> {
  const names = Object.keys(events);
  const approvals = names.flatMap((name) => (events[name]?.second ? [approvalOf(name)] : []));
  const byAddress = Map.groupBy([...approvals, ...names], (name) => name.toLowerCase());
  return new Set(names.filter((name) => CALL_NAMES.has(name.toLowerCase()) || (byAddress.get(name.toLowerCase())?.length ?? 0) > 1));
}
