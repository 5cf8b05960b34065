import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { CODE } from '#api/contract/base/wire';
import { FailureError } from '#domain/base/failure';
import { isShippedRule } from '../../db/seed/shipped-rules.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ListReply } from '../../resources/read/list.ts';
import type { ResourceEngine } from '../../resources/define-resource.ts';
import { drawn, nested } from '../../resources/read/tree.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { LASTING_RULES } from './protected-rules.ts';
import { titleFor } from '../../base/messages.ts';
import { may } from '../../resources/access/permissions.ts';
import { exceededGroups, readGroups } from '../../resources/access/rights.ts';
import { rulesInForm } from './rules-in-form.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { localText } from '#domain/base/zone-time';

export type WireRow = Readonly<Record<string, unknown>>;
type Ports = Pick<ServerPorts, 'database' | 'messages'>;
type Condition = NonNullable<ListQuery['search']>[number];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const idsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const mapRows = (rows: readonly WireRow[], change: (row: WireRow) => WireRow): Record<string, unknown>[] =>
  rows.map((row) => {
    const changed = change(row);
    return Array.isArray(row['children']) ? { ...changed, children: mapRows(row['children'] as WireRow[], change) } : { ...changed };
  });

const changed = (reply: ListReply, change: (row: WireRow) => WireRow): ListReply => ({
  ...reply,
  ...(reply.list && { list: mapRows(reply.list, change) }),
  ...(reply.options && { options: mapRows(reply.options, change) }),
});

/** A conflict shows the stored row as reading it would. */
export async function asRead<T>(work: Promise<T>, shown: (row: WireRow) => Promise<WireRow>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.kind !== 'rejected' || !error.failure.current) throw error;
    throw new FailureError({ ...error.failure, current: await shown(error.failure.current) });
  }
}

/** Groups as the protocol shows them: in lists the rules as words, in forms without the parents that follow from what is below them. */
export function createGroupPages({ database, messages }: Ports, engine: ResourceEngine) {
  const readRules = () => database.kysely.selectFrom('admin_rule').select(['id', 'pid', 'title']).execute();

  async function inForm(row: WireRow): Promise<Record<string, unknown>> {
    return { ...row, rules: rulesInForm(idsOf(row['rules']), await readRules()) };
  }

  return {
    async list({ absoluteAuth, ...query }: ListQuery & { readonly absoluteAuth: boolean }, caller: AdminCaller) {
      const { groupIds, isSuper } = caller.grants;
      const own: Condition = { field: 'id', operator: 'NOT IN', val: groupIds.map(String) };
      const active: Condition = { field: 'status', operator: 'eq', val: '1' };
      const isWithoutOwn = absoluteAuth && !isSuper && groupIds.length > 0;
      const search = [...(query.search ?? []), ...(isWithoutOwn ? [own] : []), ...(query.select ? [active] : [])];
      const titles = new Map((await readRules()).map(({ id, title }) => [String(id), titleFor(messages, caller.client.language, title)]));
      const say = (key: string, params = {}): string => messages.text(caller.client.language, `resources.adminGroup.${key}`, params);
      const inWords = (row: WireRow): WireRow => {
        const refused = { refused_nodes: groupIds.includes(Number(row['id'])) ? ['edit', 'del'] : [] };
        const [first, ...rest] = idsOf(row['rules']);
        const title = first === undefined ? '' : (titles.get(first) ?? `#${first}`);
        if (first === '*') return { ...row, ...refused, rules: say('allRules') };
        return {
          ...row,
          ...refused,
          rules: rest.length > 0 ? say('severalRules', { title, count: rest.length + 1 }) : title || say('noRules'),
        };
      };
      return { ...changed(await engine.list({ ...query, search }, caller), inWords), group: [...groupIds] };
    },
    read: async (id: number, caller: AdminCaller) => ({ row: await inForm((await engine.read(id, caller)).row) }),
    save: (row: WireRow & { readonly id: number; readonly version?: number | undefined }, caller: AdminCaller) =>
      asRead(engine.save(row, caller), inForm),
  };
}

function withTimeAsText(row: WireRow, timeZone: string): Record<string, unknown> {
  const seconds = row['last_login_time'];
  return { ...row, last_login_time: typeof seconds === 'number' ? localText(seconds, timeZone) : '' };
}

/** An administrator's list with what the caller would be refused, and the last sign-in as the protocol has it: as text. */
export function createAdminPages({ database }: Ports, engine: ResourceEngine) {
  const { kysely } = database;
  return {
    async list(query: ListQuery, caller: AdminCaller): Promise<ListReply> {
      const [reply, groups, { timeZone }] = await Promise.all([engine.list(query, caller), readGroups(kysely), readSiteSettings(kysely)]);
      const exceeded = exceededGroups(groups, caller);
      const isStronger = (row: WireRow): boolean =>
        !caller.grants.isSuper && !idsOf(row['group_arr']).every((id) => exceeded.includes(Number(id)));
      return changed(reply, (row) => ({
        ...withTimeAsText(row, timeZone),
        // Nobody deletes himself or switches himself off; whom he does not exceed he does not touch.
        refused_nodes: row['id'] === caller.id ? ['del'] : isStronger(row) ? ['edit', 'del'] : [],
        refused_fields: row['id'] === caller.id ? ['status'] : [],
      }));
    },
    async read(id: number, caller: AdminCaller) {
      const { row } = await engine.read(id, caller);
      return { row: withTimeAsText(row, (await readSiteSettings(kysely)).timeZone) };
    },
  };
}

/** Whoever has one of these sees the rules: he writes them, gives them, or asks about them. */
const SHOW_RULES: readonly string[] = ['auth/rule/index', 'auth/group/add', 'auth/group/edit', 'auth/admin/index'];

/** Rules of the program stay; those of their own page stay switched on, so that the menu can always be put right. */
const refusedOn = ({ name }: WireRow): WireRow => ({
  ...(isShippedRule(textOf(name)) && { refused_nodes: ['del'] }),
  ...(LASTING_RULES.includes(textOf(name)) && { refused_fields: ['status'] }),
});

/** Menu rules with their titles in the caller's language; as options only what can have something below it. Source: wire protocol §5.6. */
export function createRulePages({ messages }: Ports, engine: ResourceEngine) {
  const inWords = (row: WireRow, { client }: AdminCaller): Record<string, unknown> => ({
    ...row,
    title: titleFor(messages, client.language, textOf(row['title'])),
    ...refusedOn(row),
  });

  return {
    /** Titles are searched as people read them, so the whole tree is read first. */
    async list(query: ListQuery, caller: AdminCaller): Promise<ListReply> {
      if (!SHOW_RULES.some((node) => may(caller, node)))
        throw new FailureError({ kind: 'rejected', code: CODE.forbidden, message: 'errors.http.401' });
      const folders: Condition[] = [
        { field: 'type', operator: 'IN', val: 'menu_dir,menu' },
        { field: 'status', operator: 'eq', val: '1' },
      ];
      const search = [...(query.search ?? []), ...(query.select ? folders : [])];
      const reply = await engine.list({ ...query, quickSearch: '', search, isTree: false }, caller);
      const words = query.quickSearch.toLowerCase().split(/\s+/u).filter(Boolean);
      const all = (reply.options ?? reply.list ?? []).map((row) => inWords(row, caller));
      const rows = all.filter((row) =>
        words.every((word) => `${textOf(row['title'])} ${textOf(row['name'])}`.toLowerCase().includes(word)),
      );
      const isPreset = query.initValue !== undefined && query.initValue !== '' && String(query.initValue) !== '';
      const isTree = query.isTree && !isPreset;
      if (query.select) return { options: isTree ? drawn(rows, 'id', 'pid', 'title') : rows, remark: reply.remark };
      return { list: isTree ? nested(rows, 'id', 'pid') : rows, remark: reply.remark };
    },
    read: async (id: number, caller: AdminCaller) => ({ row: inWords((await engine.read(id, caller)).row, caller) }),
    save: (row: WireRow & { readonly id: number; readonly version?: number | undefined }, caller: AdminCaller) =>
      asRead(engine.save(row, caller), (current) => Promise.resolve(inWords(current, caller))),
  };
}
