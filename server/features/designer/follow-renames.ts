import type { Transaction } from 'kysely';
import type { OtherSection } from '#domain/designer/design-rules';
import type { Renames, SectionDesign } from '#domain/designer/section-design';
import { wireNameOf, type Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { SavedViewContent, StoredViewContent } from '#domain/table/saved-view';
import type { Tables } from '../../db/tables/tables.ts';
import { noteRevision } from './note-revision.ts';

type Trx = Transaction<Tables>;

/** What is published in the place of what. */
interface Change {
  readonly before: SectionDesign;
  readonly after: SectionDesign;
  readonly renames: Renames;
}

/** What is called otherwise from here on; what keeps its name, or is gone, is not among it. */
interface NewNames {
  /** Of fields, by the former key. */
  readonly keys: ReadonlyMap<string, string>;
  /** Of columns, by the former name. */
  readonly columns: ReadonlyMap<string, string>;
  /** Of options, by the new column and the former option. */
  readonly options: Renames['options'];
}

/** The names that a publishing changes. */
export function newNamesOf(before: SectionDesign, after: SectionDesign, renames: Renames): NewNames {
  const now = new Map(Object.entries(after.declaration.fields).map(([key, field]) => [wireNameOf(key, field), key]));
  const fields = Object.entries(before.declaration.fields).flatMap(([key, field]) => {
    const column = wireNameOf(key, field);
    const name = renames.columns[column] ?? column;
    const own = now.get(name);
    return own === undefined ? [] : [{ key, own, column, name }];
  });
  return {
    keys: new Map(fields.flatMap(({ key, own }) => (key === own ? [] : [[key, own] as const]))),
    columns: new Map(fields.flatMap(({ column, name }) => (column === name ? [] : [[column, name] as const]))),
    options: renames.options,
  };
}

/** Fields of other sections that show what would no longer be there, such as `order.ticketId`. */
export function shownElsewhere(
  before: SectionDesign,
  after: SectionDesign,
  renames: Renames,
  others: readonly OtherSection[],
): readonly string[] {
  const { keys } = newNamesOf(before, after, renames);
  const { name, fields } = after.declaration;
  return others.flatMap((other) =>
    Object.entries(other.fields).flatMap(([key, field]) => {
      const shown = 'of' in field && field.of === name && 'shows' in field ? (field.shows ?? []) : [];
      return shown.some((one) => !fields[renamed(keys, one)]) ? [`${other.name}.${key}`] : [];
    }),
  );
}

/** The designs of other sections whose fields show what is called otherwise from here on, with its new name. */
export function renamedReferrers(
  before: SectionDesign,
  after: SectionDesign,
  renames: Renames,
  all: readonly SectionDesign[],
): readonly SectionDesign[] {
  const { keys } = newNamesOf(before, after, renames);
  const { name } = after.declaration;
  return all.flatMap((design) => {
    const { declaration } = design;
    const fields = Object.fromEntries(
      Object.entries(declaration.fields).map(([key, field]): readonly [string, Field] =>
        'of' in field && field.of === name && 'shows' in field && field.shows
          ? [key, { ...field, shows: field.shows.map((one) => renamed(keys, one)) }]
          : [key, field],
      ),
    );
    const isSame = declaration.name === name || JSON.stringify(fields) === JSON.stringify(declaration.fields);
    return isSame ? [] : [{ ...design, declaration: { ...declaration, fields } }];
  });
}

/**
 * What people keep of a section by the names of its fields follows these names: views of its list, rules of what is watched and of what
 * waits in the bin.
 */
export async function followRenames(trx: Trx, { before, after, renames }: Change): Promise<void> {
  const names = newNamesOf(before, after, renames);
  const { name } = after.declaration;
  if (names.keys.size + names.columns.size + Object.keys(names.options).length > 0) await renameInViews(trx, name, names);
  if (names.columns.size > 0) await renameInRules(trx, name, names);
  await moveRules(trx, before, after);
}

/** Other sections that show its fields go on under their new names, as one more revision of theirs. @returns their declarations */
export async function followInSections(
  trx: Trx,
  { before, after, renames }: Change,
  by: { readonly adminId: number; readonly now: number },
): Promise<readonly Resource[]> {
  const sections = await trx.selectFrom('section').selectAll().where('name', '!=', after.declaration.name).forUpdate().execute();
  const changed: Resource[] = [];
  for (const { name, design, draft, revision, version, state } of sections) {
    const [next] = design ? renamedReferrers(before, after, renames, [design]) : [];
    const [drawn] = draft ? renamedReferrers(before, after, renames, [draft.design]) : [];
    if (!next && !drawn) continue;
    await trx
      .updateTable('section')
      .set({
        ...(next && { design: JSON.stringify(next), revision: revision + 1 }),
        ...(drawn && draft && { draft: JSON.stringify({ ...draft, design: drawn }) }),
        version: version + 1,
        update_time: by.now,
      })
      .where('name', '=', name)
      .execute();
    if (!next) continue;
    await noteRevision(trx, { design: next, revision: revision + 1, status: 'success' }, by);
    if (state === 'live') changed.push(next.declaration);
  }
  return changed;
}

const renamed = (names: ReadonlyMap<string, string>, name: string): string => names.get(name) ?? name;

async function renameInViews(trx: Trx, section: string, names: NewNames): Promise<void> {
  const views = await trx.selectFrom('saved_view').select(['id', 'content']).where('resource', '=', section).execute();
  for (const { id, content } of views) {
    const next = JSON.stringify(renamedView(content, names));
    if (next !== JSON.stringify(content)) await trx.updateTable('saved_view').set({ content: next }).where('id', '=', id).execute();
  }
}

/** Filters are named by columns, `2.colour.LIKE` for one of the second group; the order and the columns of the list by fields. */
export function renamedView(
  { params, columns: { order, shown, hidden, pinned = [], widthsPx } }: StoredViewContent,
  names: NewNames,
): SavedViewContent {
  const keys = (list: readonly string[]): readonly string[] => list.map((key) => renamed(names.keys, key));
  return {
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => renamedParam(name, value, names))),
    columns: {
      order: keys(order),
      shown: keys(shown),
      hidden: keys(hidden),
      pinned: keys(pinned),
      widthsPx: Object.fromEntries(Object.entries(widthsPx).map(([key, px]) => [renamed(names.keys, key), px])),
    },
  };
}

const PARAM = /^((?:[2-9]\.)?)([^.]+)(.*)$/su;
const OWN_PARAMS: ReadonlySet<string> = new Set(['page', 'limit', 'quickSearch']);

function renamedParam(param: string, value: string, { keys, columns, options }: NewNames): readonly [string, string] {
  if (param === 'order') {
    const [field = '', ...direction] = value.split(',');
    return [param, [renamed(keys, field), ...direction].join(',')];
  }
  if (OWN_PARAMS.has(param)) return [param, value];
  const [, group = '', name = param, rest = ''] = PARAM.exec(param) ?? [];
  const column = columns.get(name) ?? keys.get(name) ?? name;
  const named = options[column];
  // Of several options the text has all, with commas between them.
  const values = named
    ? value
        .split(',')
        .map((one) => (Object.hasOwn(named, one) ? (named[one] ?? one) : one))
        .join(',')
    : value;
  return [`${group}${column}${rest}`, values];
}

async function renameInRules(trx: Trx, section: string, { columns }: NewNames): Promise<void> {
  const rules = await trx.selectFrom('security_sensitive_data').select(['id', 'fields']).where('resource', '=', section).execute();
  for (const { id, fields } of rules) {
    const next = fields.map(({ key, value }) => ({ key: renamed(columns, key), value }));
    await trx
      .updateTable('security_sensitive_data')
      .set({ fields: JSON.stringify(next) })
      .where('id', '=', id)
      .execute();
  }
}

/** Rules say of their section where it answers and which table it has. */
async function moveRules(trx: Trx, before: SectionDesign, after: SectionDesign): Promise<void> {
  const [{ controller: was, table: had }, { controller: is, table, name }] = [before.declaration, after.declaration];
  if (was === is && had === table) return;
  const controller = is.replaceAll('.', '/');
  const about = { controller, controller_as: controller.toLowerCase(), data_table: table };
  for (const rules of ['security_sensitive_data', 'security_data_recycle'] as const)
    await trx.updateTable(rules).set(about).where('resource', '=', name).execute();
}
