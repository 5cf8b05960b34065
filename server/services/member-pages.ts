import type { ListQuery } from '#api/contract/resource-endpoints';
import type { ResourceEngine } from '../resources/define-resource.ts';
import type { ListReply } from '../resources/list.ts';
import type { AdminCaller } from './caller.ts';

/** Members as choices carry a label that tells two of the same nickname apart. Source: wire protocol §5.7, "select=true". */
export function createMemberPages(engine: ResourceEngine) {
  return {
    async list(query: ListQuery, caller: AdminCaller): Promise<ListReply> {
      const reply = await engine.list(query, caller);
      if (!query.select || !reply.list) return reply;
      return {
        ...reply,
        list: reply.list.map((row) => ({ ...row, nickname_text: `${String(row['username'])}(ID:${String(row['id'])})` })),
      };
    },
  };
}
