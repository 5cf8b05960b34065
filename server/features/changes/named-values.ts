import { sql, type Kysely } from 'kysely';
import type { Image } from '#domain/changes/journal';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Tables } from '../../db/tables/tables.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { titleFor } from '../../base/messages.ts';
import { limitSql } from '../../resources/access/data-limit.ts';
import { mayList } from '../../resources/access/permissions.ts';
import type { Column } from '../../resources/base/columns.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { valueFromStore } from '../../resources/base/row-codec.ts';
import { nameRead } from '../../resources/base/shipped-names.ts';
import { MAIN } from '../../resources/read/list-source.ts';
import { shownTitle } from '../../resources/read/shown-title.ts';
import { idsSql } from '../../resources/write/unit-of-work.ts';

type ContextOf = ResourceContext['contextOf'];

export interface Pair {
  readonly resource: string;
  readonly before: Image | null;
  readonly after: Image | null;
}

/** What the values of both sides are called that name records; null on a side where they name none, or none that the reader may know. */
export type Naming = (column: Column, pair: Pair) => { readonly before: string | null; readonly after: string | null };

const NONE = { before: null, after: null };

/** Whose records a column names. */
function namedBy({ field, storage }: Column, resource: string): string | null {
  if (storage === 'parent') return resource;
  const { beside } = describedKind(field);
  return 'of' in field && (beside === 'record' || beside === 'titles') ? field.of : null;
}

const idsIn = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : [value]).map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);

/** Reads at once what all the pairs need: titles of named records as far as the reader may open their list, and what rights are called. */
export async function namesIn(kysely: Kysely<Tables>, contextOf: ContextOf, caller: AdminCaller, pairs: readonly Pair[]): Promise<Naming> {
  const titles = await namedTitles(kysely, contextOf, caller, pairs);
  const rights = await namedRights(kysely, contextOf, caller, pairs);
  return (column, { resource, before, after }) => {
    if (column.field.kind === 'ruleTree') return rights(column, { resource, before, after });
    const of = namedBy(column, resource);
    const textOf = (image: Image | null): string | null => {
      const found = of === null || !image ? [] : idsIn(image[column.name]).flatMap((id) => titles.get(`${of}:${id}`) ?? []);
      return found.length === 0 ? null : found.join(', ');
    };
    return of === null ? NONE : { before: textOf(before), after: textOf(after) };
  };
}

async function namedTitles(
  kysely: Kysely<Tables>,
  contextOf: ContextOf,
  caller: AdminCaller,
  pairs: readonly Pair[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map<string, Set<number>>();
  for (const { resource, before, after } of pairs)
    for (const image of [before, after])
      for (const [name, value] of Object.entries(image ?? {})) {
        const column = contextOf(resource)?.columns.find(name);
        const of = column ? namedBy(column, resource) : null;
        if (of === null) continue;
        const ids = wanted.get(of) ?? new Set();
        for (const id of idsIn(value)) ids.add(id);
        wanted.set(of, ids);
      }
  const titles = new Map<string, string>();
  for (const [name, ids] of wanted) {
    const context = contextOf(name);
    if (!context || ids.size === 0 || !mayList(context, caller)) continue;
    const { columns, resource } = context;
    const limit = await limitSql(kysely, resource, caller, MAIN);
    const { rows } = await sql<{
      id: number;
      title: unknown;
    }>`select ${sql.id(MAIN, columns.id.name)} as id, ${shownTitle(context, columns.title, MAIN, caller.client.language)} as title
      from ${sql.table(resource.table)} as ${sql.id(MAIN)} where ${sql.id(MAIN, columns.id.name)} in ${idsSql([...ids])} and ${limit}`.execute(
      kysely,
    );
    const words = { messages: context.ports.messages, language: caller.client.language };
    for (const row of rows) titles.set(`${name}:${row.id}`, nameRead(resource, String(row.title), words));
  }
  return titles;
}

/** How many rights are named before the rest is passed over. */
const MAX_NAMED = 12;
const EVERYTHING = '*';
/** Between a page and a right on it. */
const BELOW = ' › ';

const heldIn = (column: Column, image: Image | null): readonly string[] => {
  const value = image && Object.hasOwn(image, column.name) ? valueFromStore(column, image[column.name]) : null;
  return Array.isArray(value) ? value.map(String) : [];
};

/** Of rights each side says how many there are, and which of them the other side lacks: to whoever may open their list. */
async function namedRights(kysely: Kysely<Tables>, contextOf: ContextOf, caller: AdminCaller, pairs: readonly Pair[]): Promise<Naming> {
  const trees = new Set<string>();
  for (const { resource, before, after } of pairs)
    for (const name of Object.keys({ ...before, ...after })) {
      const field = contextOf(resource)?.columns.find(name)?.field;
      if (field?.kind === 'ruleTree' && 'of' in field) trees.add(field.of);
    }
  const called = new Map<string, ReadonlyMap<string, string>>();
  for (const of of trees) called.set(of, await rightsOf(kysely, contextOf, caller, of));
  const sideOf = (pair: Pair, column: Column, side: 'before' | 'after'): string | null => {
    const messages = contextOf(pair.resource)?.ports.messages;
    const held = heldIn(column, pair[side]);
    if (!messages || held.length === 0) return null;
    const { language } = caller.client;
    if (held.includes(EVERYTHING)) return messages.text(language, 'resources.kit.cells.allRights');
    const other = new Set(heldIn(column, pair[side === 'before' ? 'after' : 'before']));
    const titles = 'of' in column.field ? called.get(column.field.of) : undefined;
    const lacking = other.has(EVERYTHING) ? [] : held.filter((id) => !other.has(id)).flatMap((id) => titles?.get(id) ?? []);
    // A page is said by what is done there.
    const own = lacking.filter((title) => !lacking.some((one) => one.startsWith(`${title}${BELOW}`)));
    const count = messages.text(language, 'resources.kit.cells.rights', { count: held.length });
    return own.length === 0 ? count : `${count}: ${own.slice(0, MAX_NAMED).join(', ')}${own.length > MAX_NAMED ? ' …' : ''}`;
  };
  return (column, pair) => ({ before: sideOf(pair, column, 'before'), after: sideOf(pair, column, 'after') });
}

/** What rights are called, with the page that they are on, by their numbers. */
async function rightsOf(
  kysely: Kysely<Tables>,
  contextOf: ContextOf,
  caller: AdminCaller,
  of: string,
): Promise<ReadonlyMap<string, string>> {
  const context = contextOf(of);
  if (!context || !mayList(context, caller)) return new Map();
  const { language } = caller.client;
  const { messages } = context.ports;
  const { rows } = await sql<{ id: number; pid: number; name: string; title: string; type: string }>`select id, pid, name, title, type
    from ${sql.table(context.resource.table)}`.execute(kysely);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const titleOf = context.hooks.calledIn?.(language) ?? (({ title }) => titleFor(messages, language, title));
  return new Map(
    rows.map((row) => {
      const page = row.type === 'button' ? byId.get(row.pid) : undefined;
      return [String(row.id), page ? `${titleOf(page)}${BELOW}${titleOf(row)}` : titleOf(row)];
    }),
  );
}
