import * as z from 'zod/mini';
import type { Shape, Shapes } from '#domain/fields/kinds/base/declared';
import { describedKind, KINDS, type FieldKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';
import { lifeShape, measureLife, wrongPart } from '../life/life-schema.ts';

/**
 * The schema of a declaration that comes as JSON. A shipped resource is a TypeScript constant, so that a column or a hook naming no
 * field does not compile; one designed at run time passes `parseResource`. Both are run by the same engine.
 */

const name = z.string().check(z.regex(/^[a-z][a-zA-Z0-9]{1,40}$/u));
const sqlName = z.string().check(z.regex(/^[a-z][a-z0-9_]{1,40}$/u));
const texts = z.strictObject({ 'zh-cn': z.optional(z.string()), en: z.optional(z.string()) });
const count = z.number().check(z.int(), z.gte(1), z.lte(100_000));

const common = {
  label: z.optional(texts),
  column: z.optional(sqlName),
  required: z.optional(z.boolean()),
  requiredOnAdd: z.optional(z.boolean()),
  quickSearch: z.optional(z.boolean()),
  sortable: z.optional(z.boolean()),
  search: z.optional(z.enum(['text', 'equal', 'select', 'range'])),
  query: z.optional(z.enum(['never', 'byPeople', 'byEditors'])),
  list: z.optional(z.enum(['shown', 'hidden', 'never'])),
  form: z.optional(z.literal('never')),
  copy: z.optional(z.literal('never')),
  bulk: z.optional(z.enum(['never', 'percent'])),
  when: z.optional(z.record(z.string(), z.array(z.string()))),
  hint: z.optional(z.union([z.literal(true), texts])),
  widthPx: z.optional(count),
  forceLocal: z.optional(z.literal(true)),
};

const kindsOf = (shape: Shape): FieldKind[] =>
  (Object.keys(KINDS) as FieldKind[]).filter((kind) => describedKind({ kind }).shape === shape);

/** A declaration whose kind has this shape. */
const shaped = <S extends Shape>(shape: S, own: { readonly [K in keyof Required<Shapes[S]>]: z.ZodMiniType }) =>
  z.strictObject({ kind: z.enum(kindsOf(shape)), ...common, ...own });

const field = z.discriminatedUnion('kind', [
  shaped('text', { maxLength: z.optional(count), initial: z.optional(z.string()) }),
  shaped('number', {
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    initial: z.optional(z.nullable(z.number())),
  }),
  shaped('choice', {
    options: z.array(z.string().check(z.minLength(1), z.maxLength(30))).check(z.minLength(1), z.maxLength(200)),
    optionLabels: z.optional(z.record(z.string(), texts)),
    optionColors: z.optional(z.record(z.string(), z.string())),
    initial: z.optional(z.union([z.string(), z.array(z.string())])),
  }),
  shaped('list', { maxCount: z.optional(count) }),
  shaped('records', { of: name, leavesOut: z.optional(z.literal('own')) }),
  shaped('rules', { of: name }),
  shaped('record', {
    of: name,
    shows: z.optional(z.array(name)),
    outlivesRecord: z.optional(z.literal(true)),
    onDelete: z.optional(z.literal('ask')),
  }),
  shaped('plain', { initial: z.optional(z.nullable(z.union([z.boolean(), z.number()]))) }),
]);

const directory = z.strictObject({
  name: z.string().check(z.regex(/^[a-z][a-zA-Z0-9]{1,40}$/u)),
  icon: z.string().check(z.maxLength(50)),
  sortOrder: z.number().check(z.int()),
});
const menu = z.strictObject({
  under: z.union([z.string().check(z.maxLength(100)), directory]),
  icon: z.string().check(z.maxLength(50)),
  sortOrder: z.number().check(z.int()),
});

const declaration = z.strictObject({
  name,
  controller: z.string().check(z.regex(/^[a-z][a-zA-Z0-9]*(?:\.[A-Za-z][a-zA-Z0-9]*)*$/u)),
  table: sqlName,
  fields: z.record(z.string().check(z.regex(/^[a-z][a-zA-Z0-9]{0,40}$/u)), field),
  titleField: z.string(),
  titleIn: z.optional(z.strictObject({ 'zh-cn': z.optional(z.string()), en: z.optional(z.string()) })),
  rowActions: z.array(z.enum(['sort', 'edit', 'delete'])),
  final: z.optional(z.array(z.enum(['add', 'edit', 'del', 'sortable']))),
  images: z.optional(z.literal('never')),
  bin: z.optional(z.enum(['never', 'fromNow'])),
  defaultOrder: z.strictObject({ field: z.string(), direction: z.enum(['asc', 'desc']) }),
  ledger: z.optional(z.strictObject({ change: z.string(), before: z.string() })),
  tree: z.optional(z.boolean()),
  dataLimit: z.optional(
    z.strictObject({
      rule: z.union([
        z.enum(['personal', 'parent', 'allAuth', 'allAuthAndOthers', 'ownGroups', 'ownRules']),
        z.strictObject({ group: z.number() }),
      ]),
      ownerColumn: sqlName,
    }),
  ),
  calls: z.optional(z.array(z.enum(['list', 'read', 'add', 'save', 'remove', 'sort']))),
  export: z.optional(z.literal('never')),
  import: z.optional(z.literal('never')),
  label: z.optional(texts),
  menu: z.optional(menu),
  isSmall: z.optional(z.literal(true)),
  life: z.optional(lifeShape),
  lifeField: z.optional(z.string()),
});

// The reader of these messages is whoever wrote the JSON.
const english = z.locales.en();

export class ResourceError extends Error {}

/** What the types cannot say of a declaration: the names it uses must exist, and the engine needs an `id`. */
function inconsistencyOf(resource: Resource): string | null {
  const kinds: readonly FieldKind[] = Object.values(resource.fields).map((one) => one.kind);
  const has = (key: string): boolean => Object.hasOwn(resource.fields, key);
  if (resource.fields['id']?.kind !== 'id') return 'a resource needs a field `id` of kind `id`';
  if (!has(resource.titleField)) return `titleField names no field: ${resource.titleField}`;
  const untitled = Object.values(resource.titleIn ?? {}).find((key) => !has(key));
  if (untitled !== undefined) return `titleIn names no field: ${untitled}`;
  if (!has(resource.defaultOrder.field)) return `defaultOrder names no field: ${resource.defaultOrder.field}`;
  const unknown = Object.values(resource.ledger ?? {}).find((key) => !has(key));
  if (unknown !== undefined) return `ledger names no field: ${unknown}`;
  if (resource.rowActions.includes('sort') && !kinds.includes('sortOrder')) return 'sort needs a field of kind `sortOrder`';
  if (resource.tree && !kinds.includes('parent')) return 'a tree needs a field of kind `parent`';
  const single = (['id', 'sortOrder', 'version', 'parent', 'createTime', 'updateTime'] as const).find(
    (kind) => kinds.filter((one) => one === kind).length > 1,
  );
  if (single) return `a resource has at most one field of kind \`${single}\``;
  if (resource.lifeField !== undefined && !has(resource.lifeField)) return `lifeField names no field: ${resource.lifeField}`;
  const wrong = resource.life ? wrongPart(resource.life, resource.fields) : null;
  return wrong === null ? null : `life: ${wrong}`;
}

function measure(json: unknown): void {
  if (typeof json !== 'object' || json === null || !('life' in json)) return;
  try {
    measureLife(json.life);
  } catch (error) {
    throw new ResourceError(error instanceof Error ? error.message : 'life', { cause: error });
  }
}

/**
 * Reads a declaration from JSON.
 * @throws ResourceError naming the first thing that is wrong
 */
export function parseResource(json: unknown): Resource {
  measure(json);
  const parsed = declaration.safeParse(json, { error: english.localeError });
  if (!parsed.success) throw new ResourceError(z.prettifyError(parsed.error));
  const resource = parsed.data as Resource;
  const inconsistency = inconsistencyOf(resource);
  if (inconsistency) throw new ResourceError(inconsistency);
  return resource;
}
