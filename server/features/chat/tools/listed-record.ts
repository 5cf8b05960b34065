import { listQuery } from '#api/contract/table/resource-endpoints';
import type { AdminCaller } from '../../../base/caller.ts';
import { notFound } from '../../../base/refusal.ts';
import type { WireRow } from '../../../resources/base/list-reply.ts';
import type { ResourceEngine } from '../../../resources/define-resource.ts';

/** One record as the list shows it to this administrator. @throws not found for none, and for what they may not see */
export async function recordOf(engine: ResourceEngine, id: number, caller: AdminCaller): Promise<WireRow> {
  const query = listQuery.parse({ search: [{ field: 'id', operator: 'eq', val: String(id) }], limit: 1 });
  const { list = [] } = await engine.list(query, caller);
  const found = list.find((row) => Number(row['id']) === id);
  if (!found) throw notFound();
  return found;
}
