import * as z from 'zod/mini';
import { STATEMENT_LENGTH } from '#domain/designer/statement/statement-length';
import { endpoint, nothing } from '../base/endpoint.ts';

/**
 * Where a section begins that somebody has a table for: one that stands in the database, or a statement that would make one. Only reading;
 * the design that comes back is kept, planned and published like any other. Source: wire protocol §5.18.
 */
const base = '/admin/crud.Crud' as const;
const word = z._default(z.optional(z.nullable(z.string().check(z.maxLength(100)))), '');

export const listStandingTables = endpoint({
  method: 'GET',
  path: `${base}/tables`,
  audience: 'permitted',
  right: 'generate',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        table: z.string(),
        comment: z.string(),
        /** Counted up to 10,000; null where nothing was counted, as in a view. */
        rows: z.nullable(z.number()),
        /** Whether there are more rows than were counted. */
        hasMore: z.boolean(),
        /** Columns that can be fields, and those that stay as they are. */
        columns: z.number(),
        left: z.number(),
        canBeTaken: z.boolean(),
        /** Why it cannot be, translated; empty where it can. */
        reason: z.string(),
      }),
    ),
  }),
  success: 'silent',
  summary: 'Tables of the database that are not the program’s own, with why a section cannot be over some of them.',
});

const column = z.object({
  name: z.string(),
  type: z.string(),
  dataType: z.optional(z.string()),
  default: z.optional(z.string()),
  defaultType: z.enum(['INPUT', 'EMPTY STRING', 'NULL', 'NONE']),
  null: z.boolean(),
  primaryKey: z.boolean(),
  unsigned: z.boolean(),
  autoIncrement: z.boolean(),
  comment: z.string(),
  designType: z.string(),
  table: z.array(z.unknown()),
  form: z.array(z.unknown()),
});

export const parseFieldData = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/parseFieldData`,
  log: 'never',
  audience: 'permitted',
  right: 'generate',
  texts: 'byField',
  input: z.object({
    type: z.enum(['db', 'sql']),
    /** With `db`: a table that stands, by its name. */
    table: word,
    /** There is one database. */
    connection: word,
    /** With `sql`: one `create table` in the words of PostgreSQL or MySQL. It is read, and never run. */
    sql: z._default(z.optional(z.nullable(z.string().check(z.maxLength(STATEMENT_LENGTH)))), ''),
  }),
  output: z.object({
    /** By name, in their order, as clients of the family know them. */
    columns: z.record(z.string(), column),
    comment: z.string(),
    /** Whether the table has no rows. */
    empty: z.boolean(),
    /** Of ours: a `SectionDesign` to draw on; `takesTable` says that it is over the table that stands. Null where a section is over it already. */
    design: z.nullable(z.unknown()),
    /** The designed section that is over the table, if there is one. */
    section: z.nullable(z.string()),
    /** Columns that are in no field, and why, translated. They stay in the table as they are. */
    left: z.array(z.object({ column: z.string(), reason: z.string() })),
  }),
  success: 'silent',
  summary: 'The columns of a table or of a statement as fields that one can draw on.',
});
