import type { ListQuery } from '#api/contract/table/resource-endpoints';
import type { ResourceEngine } from '../../resources/define-resource.ts';
import type { ListReply } from '../../resources/read/list.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { asRead, idsOf, type WireRow } from '../rights/rights-pages.ts';
import { rulesInForm } from '../rights/rules-in-form.ts';

/** Groups of members as their form takes them. Source: wire protocol §5.8. */
export function createMemberGroupPages({ database }: Pick<ServerPorts, 'database'>, engine: ResourceEngine) {
  async function inForm(row: WireRow): Promise<Record<string, unknown>> {
    const rules = await database.kysely.selectFrom('member_rule').select(['id', 'pid']).execute();
    return { ...row, rules: rulesInForm(idsOf(row['rules']), rules) };
  }

  return {
    read: async (id: number, caller: AdminCaller) => ({ row: await inForm((await engine.read(id, caller)).row) }),
    save: (row: WireRow & { readonly id: number; readonly version?: number | undefined }, caller: AdminCaller) =>
      asRead(engine.save(row, caller), inForm),
  };
}

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
