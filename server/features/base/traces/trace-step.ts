import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../../db/tables/tables.ts';
import type { AccountSection, KnownAs } from '../known-as.ts';

/** Rows that are changed in one statement where somebody is found by their number. */
export const NUMBER_PORTION_ROWS = 1000;

/** One table that forgets somebody, in portions by a key. */
export interface TraceStep {
  /** By which a job finds it that goes on with it. */
  readonly name: string;
  readonly table: keyof Tables;
  readonly key: readonly string[];
  /** Of the rows that are looked at, where an index leads to them; all where it is left out. */
  readonly within?: RawBuilder<boolean>;
  readonly atOnce: number;
  readonly forget: (kysely: Kysely<Tables>, portion: RawBuilder<boolean>) => Promise<unknown>;
}

/** What is remembered of somebody until all logs have forgotten it. */
export interface Remembered extends KnownAs {
  /** Of the usernames those that nobody else had when the account ended. */
  readonly onlyTheirs?: readonly string[];
}

/** Who is forgotten, and up to when what logs say is about them: whoever takes the name later loses nothing. */
export interface Forgotten {
  readonly id: number;
  readonly known: Remembered;
  readonly newestLog: number;
  readonly endedAt: number;
}

/** What logs hold of the accounts of a section, and where. */
export interface TracedSection {
  readonly section: AccountSection;
  /** What an account that has ended is called. */
  readonly endedName: (id: number) => string;
  /** Entries of the log of operations about such accounts are on these pages; somebody of another section may be called alike, and loses no trace by that. */
  readonly pages: RawBuilder<unknown>;
  /** What is written anew of entries of that log that are the account's own, in the portion that the condition says. */
  readonly own?: (id: number, portion: RawBuilder<unknown>) => readonly RawBuilder<unknown>[];
  /** What is found by the account's number. */
  readonly byNumber: (id: number) => readonly TraceStep[];
  /** What else is found by what the account was called. */
  readonly byName?: (forgotten: Forgotten) => readonly TraceStep[];
}

/** A step through a whole table by its number. Most tables lead to an account by no index, which each of their rows would pay for. */
export const throughTable = (table: keyof Tables, forget: (portion: RawBuilder<boolean>) => readonly RawBuilder<unknown>[]): TraceStep => ({
  name: table,
  table,
  key: ['id'],
  atOnce: NUMBER_PORTION_ROWS,
  async forget(kysely, portion) {
    for (const statement of forget(portion)) await statement.execute(kysely);
  },
});

/** What an account wrote, in the journal of changes: that something was done, and when, stays. */
export const throughWrites = (type: 'admin' | 'member', id: number, endedName: string): TraceStep => ({
  ...throughTable('change_set', (portion) => [
    sql`update change_set set actor_name = ${endedName}, ip = '', useragent = '' where ${portion}`,
  ]),
  within: sql<boolean>`actor_type = ${type} and actor_id = ${id}::bigint`,
});
