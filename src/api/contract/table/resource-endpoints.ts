import * as z from 'zod/mini';
import { isPlainObject } from '#domain/base/plain-value';
import type { Resource } from '#domain/table/resource';
import {
  EMPTY_QUERY,
  MAX_CONDITIONS,
  MAX_GROUPS,
  MAX_IDS,
  MAX_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
  SEARCH_OPERATORS,
  WIRE_OPERATORS,
} from '#domain/table/resource-query';
import { canonicalField, canonicalRow } from '../base/dialect.ts';
import { endpoint } from '../base/endpoint.ts';

/**
 * The calls every resource has. Rows are wire rows; `record-codec` turns them into records.
 * Source: specification §7 "CRUD helper"; wire protocol §4.
 */
const row = z.record(z.string(), z.unknown());
/** One that is told: a page has hundreds of values, and to have each of them judged by a schema that takes whatever it is would cost more than to write it. */
const toldRow = z
  .custom<z.output<typeof row>>(isPlainObject)
  .register(z.globalRegistry, { type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} });
const writtenRow = z.pipe(row, z.transform(canonicalRow));
/** Number of a write that its author can take back for as long as nobody touches the records. Stock clients do not look at it. */
const change = z.optional(z.number());
/** What forms of stock clients choose from beside the record; few sections have such. */
const choices = { controllers: z.optional(z.record(z.string(), z.string())), tables: z.optional(z.record(z.string(), z.string())) };
/** A whole number from 0 that every part of the stack keeps exactly; as number or text. */
export const wireNumber = z.union([
  z.number().check(z.int(), z.gte(0)),
  z.pipe(z.string().check(z.regex(/^\d{1,15}$/u)), z.transform(Number)),
]);
/** The event that a save sends with it, where the section has a life; no field is called so. */
const lifeWish = z.object({
  event: z.string().check(z.minLength(1), z.maxLength(30)),
  comment: z.optional(z.string().check(z.maxLength(1000))),
});
/** Pages below the first are the first. */
const wirePage = z.union([z.number().check(z.int()), z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/u)), z.transform(Number))]);
const wireFlag = z._default(
  z.pipe(
    z.union([z.string(), z.boolean(), z.number()]),
    z.transform((value) => value !== '' && value !== '0' && value !== 0 && value !== false),
  ),
  false,
);

/** Brackets give lists; a client may also send one comma text. */
export const wireIds = z.pipe(
  z.union([z.array(wireNumber), wireNumber, z.string().check(z.regex(/^\d{1,15}(?:,\d{1,15})*$/u))]),
  z.transform((value) => (Array.isArray(value) ? value : typeof value === 'number' ? [value] : value.split(',').map(Number))),
);

/**
 * What becomes of records that name those that are deleted, where their section asks for it: they are moved to the record `target`, or
 * deleted too. What hangs below in a tree goes along. `seen` is what was told of them before; where it is no longer so, nothing happens.
 */
const relatedWish = {
  related: z.optional(z.enum(['move', 'recycle'])),
  target: z.optional(wireNumber),
  seen: z.optional(z.string().check(z.maxLength(200))),
};

const condition = z.object({
  field: z.pipe(z.string(), z.transform(canonicalField)),
  operator: z.enum(WIRE_OPERATORS),
  val: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
  render: z.optional(z.string()),
});

/** A condition as only we say it: with operators that the protocol has not, and bounds on everything. */
const ownCondition = z.object({
  field: z.pipe(z.string().check(z.minLength(1), z.maxLength(100)), z.transform(canonicalField)),
  operator: z.enum(SEARCH_OPERATORS),
  val: z.string().check(z.maxLength(MAX_SEARCH_LENGTH)),
  render: z.optional(z.literal('datetime')),
});

/**
 * What `search` cannot say: groups of conditions of which any may hold, each as a whole, and operators that are ours. Its items are
 * spelt as those of `search`; nothing of it is left out because it makes no sense.
 */
const anyOf = z.array(z.array(ownCondition).check(z.minLength(1))).check(
  z.minLength(1),
  z.maxLength(MAX_GROUPS),
  z.refine((groups) => groups.flat().length <= MAX_CONDITIONS),
);

/** The literal forms of the older dialect. */
const OPERATOR_ALIASES: Readonly<Record<string, string>> = { '=': 'eq', '<>': 'ne', '>': 'gt', '>=': 'egt', '<': 'lt', '<=': 'elt' };

/** An item that lacks a part is left out, as the protocol says; an unknown operator is an error. */
const conditions = z.pipe(
  z.transform((value: unknown) => {
    if (value === undefined || value === '') return [];
    const items: unknown[] = Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : [value];
    return items
      .filter((item) => typeof item !== 'object' || item === null || ('field' in item && 'val' in item && 'operator' in item))
      .map((item) =>
        typeof item === 'object' && item !== null && 'operator' in item && typeof item.operator === 'string'
          ? { ...item, operator: Object.hasOwn(OPERATOR_ALIASES, item.operator) ? OPERATOR_ALIASES[item.operator] : item.operator }
          : item,
      );
  }),
  z.array(condition).check(z.maxLength(MAX_CONDITIONS)),
);

export const listQuery = z.object({
  page: z._default(
    z.pipe(
      wirePage,
      z.transform((page) => Math.max(1, page)),
    ),
    EMPTY_QUERY.page,
  ),
  limit: z._default(
    z.pipe(
      wireNumber,
      z.transform((limit) => (limit === 0 ? 15 : Math.min(limit, MAX_PAGE_SIZE))),
    ),
    EMPTY_QUERY.limit,
  ),
  order: z._default(
    z.pipe(
      z.string().check(z.regex(/^(?:|[A-Za-z\d_.]+,(?:asc|desc))$/u)),
      z.transform((order) => order.replace(/^[^,]+/u, canonicalField)),
    ),
    '',
  ),
  quickSearch: z._default(z.string().check(z.maxLength(MAX_SEARCH_LENGTH)), ''),
  search: z.optional(conditions),
  anyOf: z.optional(anyOf),
  select: wireFlag,
  initKey: z.optional(z.string()),
  initValue: z.optional(z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])),
  initOperator: z.optional(z.enum(['in', 'eq', 'IN', '='])),
  isTree: z._default(
    z.pipe(
      z.union([z.string(), z.boolean(), z.number()]),
      z.transform((value) => value !== '' && value !== '0' && value !== 0 && value !== false),
    ),
    true,
  ),
});

export type ListQuery = z.output<typeof listQuery>;

const moveToPlace = z.object({ id: wireNumber, targetId: wireNumber });

/** As clients from 2.1.3 on drag: before or after another record, as they are seen; `order` is what the list was sorted by. */
const moveBeside = z.object({
  move: wireNumber,
  target: wireNumber,
  direction: z.enum(['up', 'down']),
  order: z.optional(z.nullable(z.string())),
});

const sortMove = z.union([moveToPlace, moveBeside]);

export type SortMove = z.output<typeof sortMove>;

/** The endpoints of one resource, by what they do. */
export function resourceEndpoints(resource: Pick<Resource, 'controller' | 'name'>) {
  const base = `/admin/${resource.controller}` as const;
  const about = resource.name;
  return {
    list: endpoint({
      method: 'GET',
      path: `${base}/index`,
      audience: 'permitted',
      input: listQuery,
      output: z.object({
        list: z.optional(z.array(toldRow)),
        options: z.optional(z.array(toldRow)),
        total: z.optional(z.number()),
        remark: z._default(z.string(), ''),
      }),
      success: 'silent',
      summary: `A page of ${about}, or its options with select=true.`,
    }),
    read: endpoint({
      method: 'GET',
      path: `${base}/edit`,
      audience: 'permitted',
      input: z.object({ id: wireNumber }),
      output: z.object({ row, ...choices }),
      success: 'silent',
      summary: `One record of ${about}.`,
    }),
    add: endpoint({
      method: 'POST',
      path: `${base}/add`,
      audience: 'permitted',
      texts: 'byField',
      input: writtenRow,
      output: z.nullable(z.object({ id: z.number(), change })),
      success: 'announced',
      idempotent: true,
      summary: `Adds a record of ${about}.`,
    }),
    save: endpoint({
      method: 'POST',
      path: `${base}/edit`,
      audience: 'permitted',
      texts: 'byField',
      input: z.pipe(
        z.catchall(
          z.object({ id: wireNumber, version: z.optional(wireNumber), life: z.optional(lifeWish), isForm: z.optional(z.boolean()) }),
          z.unknown(),
        ),
        z.transform(canonicalRow),
      ),
      output: z.nullable(z.object({ version: z.optional(z.number()), change })),
      success: 'announced',
      idempotent: true,
      // Our own forms leave out what was not changed, and say that they are forms.
      summary: `Changes the posted fields of a record of ${about}.`,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${base}/del`,
      audience: 'permitted',
      input: z.object({ ids: z.pipe(wireIds, z.array(z.number()).check(z.minLength(1), z.maxLength(MAX_IDS))), ...relatedWish }),
      output: z.nullable(z.object({ count: z.number(), change })),
      success: 'announced',
      idempotent: true,
      summary: `Deletes records of ${about}.`,
    }),
    sort: endpoint({
      method: 'POST',
      path: `${base}/sortable`,
      audience: 'permitted',
      input: sortMove,
      output: z.nullable(z.object({ change })),
      success: 'announced',
      idempotent: true,
      summary: `Moves a record of ${about} to the place of another; the records between shift by one.`,
    }),
  } as const;
}
