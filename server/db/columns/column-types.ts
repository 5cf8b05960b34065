import type { ColumnType, Generated } from 'kysely';

/** Seconds since 1970 in UTC; the unit of every time column. */
export type UnixSeconds = number;
/** A jsonb or json column: read as a value, written as text (`JSON.stringify`), so that both drivers send the same thing. */
export type Json<T> = ColumnType<T, string, string>;
/** The same with a default in the database. */
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
/** '1' is enabled, '0' is disabled: the words of the wire. */
export type Switch = '0' | '1';

export interface Stamped {
  create_time: UnixSeconds;
  update_time: UnixSeconds;
}

/** Rows that people edit: `update … where id = ? and version = ?`. Source: security.md rule 32. */
export interface Versioned {
  version: Generated<number>;
}
