import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { localText } from '#domain/base/zone-time';
import { exceededGroups, readGroups } from '../../resources/access/rights.ts';
import type { ReadContext } from '../../resources/base/hooks.ts';
import { mapReplyRows, type ListReply, type WireRow } from '../../resources/base/list-reply.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { idsIn } from './rules-in-form.ts';

function withTimeAsText(row: WireRow, timeZone: string): WireRow {
  const seconds = row['last_login_time'];
  return { ...row, last_login_time: typeof seconds === 'number' ? localText(seconds, timeZone) : '' };
}

/** Administrators with what the caller would be refused, and the last sign-in as the protocol has it: as text. Source: wire protocol §5.3. */
export async function listAdmins(
  query: ListQuery,
  { caller, ports }: ReadContext,
  list: (query: ListQuery) => Promise<ListReply>,
): Promise<ListReply> {
  const { kysely } = ports.database;
  const [reply, groups, { timeZone }] = await Promise.all([list(query), readGroups(kysely), readSiteSettings(kysely)]);
  const exceeded = exceededGroups(groups, caller);
  const isStronger = (row: WireRow): boolean =>
    !caller.grants.isSuper && !idsIn(row['group_arr']).every((id) => exceeded.includes(Number(id)));
  return mapReplyRows(reply, (row) => ({
    ...withTimeAsText(row, timeZone),
    // Nobody deletes themselves or switches themselves off; whom they do not exceed they do not touch.
    refused_nodes: row['id'] === caller.id ? ['del'] : isStronger(row) ? ['edit', 'del'] : [],
    refused_fields: row['id'] === caller.id ? ['status'] : [],
  }));
}

/** The password stands empty in a form: left so, it stays what it is. Source: wire protocol §5.3. */
export const adminInForm = async (row: WireRow, { ports }: ReadContext): Promise<WireRow> => ({
  ...withTimeAsText(row, (await readSiteSettings(ports.database.kysely)).timeZone),
  password: '',
});
