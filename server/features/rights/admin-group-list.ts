import type { ListQuery } from '#api/contract/table/resource-endpoints';
import type { ReadContext } from '../../resources/base/hooks.ts';
import { mapReplyRows, type ListReply, type WireRow } from '../../resources/base/list-reply.ts';
import type { Titled } from './designed-titles.ts';
import { idsIn, rulesInForm } from './rules-in-form.ts';

type Condition = NonNullable<ListQuery['search']>[number];

const readRules = ({ database }: ReadContext['ports']) =>
  database.kysely.selectFrom('admin_rule').select(['id', 'pid', 'name', 'title']).execute();

/** Groups with their rules in words; with `absoluteAuth` without the caller's own. Source: wire protocol §5.4. */
export async function listGroups(
  { absoluteAuth = false, ...query }: ListQuery & { readonly absoluteAuth?: boolean },
  { caller, ports }: ReadContext,
  list: (query: ListQuery) => Promise<ListReply>,
  called: (rule: Titled) => string,
): Promise<ListReply> {
  const { groupIds, isSuper } = caller.grants;
  const { language } = caller.client;
  const own: Condition = { field: 'id', operator: 'NOT IN', val: groupIds.map(String) };
  const active: Condition = { field: 'status', operator: 'eq', val: '1' };
  const isWithoutOwn = absoluteAuth && !isSuper && groupIds.length > 0;
  const search = [...(query.search ?? []), ...(isWithoutOwn ? [own] : []), ...(query.select ? [active] : [])];
  const titles = new Map((await readRules(ports)).map((rule) => [String(rule.id), called(rule)]));
  const say = (key: string, params = {}): string => ports.messages.text(language, `resources.adminGroup.${key}`, params);
  // What super administrators ask their own group for is theirs to say.
  const refusedOfOwn = isSuper ? ['del'] : ['edit', 'del'];
  const inWords = (row: WireRow): WireRow => {
    const refused = { refused_nodes: groupIds.includes(Number(row['id'])) ? refusedOfOwn : [] };
    const [first, ...rest] = idsIn(row['rules']);
    const title = first === undefined ? '' : (titles.get(first) ?? `#${first}`);
    if (first === '*') return { ...row, ...refused, rules: say('allRules') };
    const rules = rest.length > 0 ? say('severalRules', { title, count: rest.length + 1 }) : title || say('noRules');
    return { ...row, ...refused, rules };
  };
  const reply = { ...mapReplyRows(await list({ ...query, search }), inWords), group: [...groupIds] };
  return reply;
}

/** A group as its form takes it: without the parents that follow from what is below them. */
export const groupInForm = async (row: WireRow, { ports }: ReadContext): Promise<WireRow> => ({
  ...row,
  rules: rulesInForm(idsIn(row['rules']), await readRules(ports)),
});
