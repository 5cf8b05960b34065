import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/**
 * What tables there are and what is in them, for pages that offer tables and columns to choose from. Tables of sections are told
 * to whoever may open their lists, those of nobody to whoever may design, and of their columns those that a reader of the list may see, with the names of its secrets. Source: wire protocol §5.1.
 */
const word = z._default(z.nullish(z.string().check(z.maxLength(100))), '');
const on = (absent: boolean) =>
  z._default(
    z.pipe(
      z.union([z.string().check(z.maxLength(10)), z.number(), z.boolean()]),
      z.transform((value) => value !== '' && value !== '0' && value !== 0 && value !== false),
    ),
    absent,
  );
/** There is one database: its connection need not be named. */
const ofTable = { table: word, connection: word };

export const listTables = endpoint({
  method: 'GET',
  path: '/admin/ajax/getTableList',
  audience: 'signedIn',
  input: z.object({
    quickSearch: word,
    connection: word,
    excludeTable: z._default(
      z.union([
        z.array(z.string()).check(z.maxLength(100)),
        z.pipe(
          z.string(),
          z.transform((one) => [one]),
        ),
      ]),
      [],
    ),
  }),
  output: z.object({
    list: z.array(z.object({ table: z.string(), comment: z.string(), connection: z.nullable(z.string()), prefix: z.string() })),
  }),
  success: 'silent',
  summary: 'Tables of the sections whose lists the caller may open, and for designers those that belong to nobody.',
});

export const readTableKey = endpoint({
  method: 'GET',
  path: '/admin/ajax/getTablePk',
  audience: 'signedIn',
  input: z.object(ofTable),
  output: z.object({ pk: z.string() }),
  success: 'silent',
  summary: 'The key of a table.',
});

export const readTableFields = endpoint({
  method: 'GET',
  path: '/admin/ajax/getTableFieldList',
  audience: 'signedIn',
  input: z.object({ ...ofTable, clean: on(true) }),
  output: z.object({
    pk: z.string(),
    /** Titles by column; with `clean` 0 what the database says of each. */
    fieldList: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.null()]))])),
  }),
  success: 'silent',
  summary: 'The columns of a table that a reader of its list may see.',
});

export const listConnections = endpoint({
  method: 'GET',
  path: '/admin/ajax/getDatabaseConnectionList',
  audience: 'signedIn',
  input: z.object({ quickSearch: word }),
  output: z.object({ list: z.array(z.object({ type: z.string(), database: z.string(), key: z.string() })) }),
  success: 'silent',
  summary: 'The one database, its name half hidden.',
});
