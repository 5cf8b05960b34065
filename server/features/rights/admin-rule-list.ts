import { textOrEmpty } from '#domain/base/plain-value';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { CODE } from '#api/contract/base/wire';
import { FailureError } from '#domain/base/failure';
import { isShippedRule } from '../../db/seed/shipped-rules.ts';
import { may } from '../../resources/access/permissions.ts';
import type { ReadContext } from '../../resources/base/hooks.ts';
import type { ListReply, WireRow } from '../../resources/base/list-reply.ts';
import { drawTree, nestRows } from '../../resources/read/tree.ts';
import type { Titled } from './designed-titles.ts';
import { PROTECTED_RULES } from './protected-rules.ts';

type Condition = NonNullable<ListQuery['search']>[number];

/** What rules are called in the caller's language. */
type Called = (rule: Titled) => string;

/** Whoever has one of these sees the rules: they write them, give them, or ask about them. */
const SHOW_RULES: readonly string[] = ['auth/rule/index', 'auth/group/add', 'auth/group/edit', 'auth/admin/index'];

/** Rules of the program stay; those of their own page stay switched on, so that the menu can always be put right. */
const refusedOn = ({ name }: WireRow): WireRow => ({
  ...(isShippedRule(textOrEmpty(name)) && { refused_nodes: ['del'] }),
  ...(PROTECTED_RULES.includes(textOrEmpty(name)) && { refused_fields: ['status'] }),
});

/** A menu rule with its title in the caller's language. Of what is kept, the family writes a number; what is no page opens in no way. Source: wire protocol §0.3, §7.1. */
export const ruleInForm = (row: WireRow, called: Called): WireRow => ({
  ...row,
  keepalive: Number(row['keepalive']),
  menu_type: row['menu_type'] || null,
  title: called({ name: textOrEmpty(row['name']), title: textOrEmpty(row['title']) }),
  ...refusedOn(row),
});

/**
 * Menu rules with their titles in the caller's language; as options only what can have something below it. Titles are searched as
 * people read them, so the whole tree is read first. Source: wire protocol §5.6.
 */
export async function listRules(
  query: ListQuery,
  context: ReadContext,
  list: (query: ListQuery) => Promise<ListReply>,
  called: Called,
): Promise<ListReply> {
  if (!SHOW_RULES.some((node) => may(context.caller, node)))
    throw new FailureError({ kind: 'rejected', code: CODE.forbidden, message: 'errors.http.401' });
  const folders: Condition[] = [
    { field: 'type', operator: 'IN', val: 'menu_dir,menu' },
    { field: 'status', operator: 'eq', val: '1' },
  ];
  const search = [...(query.search ?? []), ...(query.select ? folders : [])];
  const reply = await list({ ...query, page: query.isTree ? 1 : query.page, quickSearch: '', search, isTree: false });
  const words = query.quickSearch.toLowerCase().split(/\s+/u).filter(Boolean);
  const all = (reply.options ?? reply.list ?? []).map((row) => ruleInForm(row, called));
  const rows = all.filter((row) =>
    words.every((word) => `${textOrEmpty(row['title'])} ${textOrEmpty(row['name'])}`.toLowerCase().includes(word)),
  );
  const isPreset = query.initValue !== undefined && query.initValue !== '' && String(query.initValue) !== '';
  const isTree = query.isTree && !isPreset;
  const flat = rows.map((row) => ({ ...row }));
  // Of more rules than are told at once, how many there are.
  const about = { remark: reply.remark, ...(reply.total !== undefined && { total: reply.total }) };
  if (query.select) return { options: isTree ? drawTree(rows, 'id', 'pid', 'title') : flat, ...about };
  return { list: isTree ? nestRows(rows, 'id', 'pid') : flat, ...about };
}
