import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { remember } from '../../base/remember.ts';
import { isFoundByValue, REPEATED, USES_BY_VALUE } from '../base/repeated-statements.ts';
import { isPlanOutdated, isStatementUnknown } from '../base/database-error.ts';

/** So many statements are known by their texts, and so many of those that were asked for again each connection keeps ready. */
const MAX_KNOWN = 500;
const MAX_READY = 50;

const PID = 'select pg_backend_pid() as pid';

/** What the driver knows of a connection and does not say in its types. */
interface Line {
  readonly processID: number | null;
  readonly connection: {
    readonly parsedStatements: Record<string, string>;
    close(what: { readonly type: 'S'; readonly name: string }): void;
  };
}
const lineOf = (client: PoolClient): Line => client as unknown as Line;

interface Ready {
  readonly name: string;
  readonly isFoundByValue: boolean;
  uses: number;
}
interface Book {
  readonly ready: Map<string, Ready>;
  round: number;
}

/**
 * Names under which connections keep what is asked for again and again, so that PostgreSQL reads it once. Only where the process at the other end says that it
 * is the one that was connected to: a pooler gives connections away, with the names that were left on them.
 */
export interface StatementNames {
  /** Looks once whether a connection keeps names, before anybody has it. */
  meet(client: PoolClient): Promise<void>;
  /** @returns nothing for what is better sent as it is */
  nameOf(client: PoolClient, text: string, values: readonly unknown[]): string | undefined;
  /** Whether the error is about the name and not about what was asked: then the names of all connections are made anew. */
  isStale(error: unknown): boolean;
}

export function createStatementNames(): StatementNames {
  const known = new Map<string, true>();
  const books = new WeakMap<PoolClient, Book>();
  const met = new WeakSet<PoolClient>();
  // Nobody else's: whoever is given somebody's connection all the same finds no name of theirs there.
  const prefix = `troupe_${randomBytes(6).toString('hex')}_`;
  let made = 0;
  let round = 0;
  let isShared = false;

  function release(client: PoolClient, { ready }: Book, text: string): void {
    const one = ready.get(text);
    ready.delete(text);
    if (!one) return;
    const { connection } = lineOf(client);
    if (connection.parsedStatements[one.name] === undefined) return;
    delete connection.parsedStatements[one.name];
    connection.close({ type: 'S', name: one.name });
  }

  return {
    async meet(client) {
      if (met.has(client)) return;
      const { rows } = await client.query<{ pid: number }>(PID);
      met.add(client);
      if (rows[0]?.pid === lineOf(client).processID) books.set(client, { ready: new Map(), round });
    },
    nameOf(client, text, values) {
      const book = books.get(client);
      if (!book || isShared || !REPEATED.test(text)) return undefined;
      if (book.round !== round) for (const each of book.ready.keys()) release(client, book, each);
      book.round = round;
      const there = book.ready.get(text);
      if (!there && !known.has(text)) {
        remember(known, MAX_KNOWN, text, true);
        return undefined;
      }
      const isWorn = there?.isFoundByValue === true && there.uses >= USES_BY_VALUE;
      if (isWorn) release(client, book, text);
      const one = there && !isWorn ? there : { name: `${prefix}${(made += 1)}`, isFoundByValue: isFoundByValue(text, values), uses: 0 };
      one.uses += 1;
      // The one that was used longest ago gives way.
      book.ready.delete(text);
      const [oldest] = book.ready.keys();
      if (book.ready.size >= MAX_READY && oldest !== undefined) release(client, book, oldest);
      book.ready.set(text, one);
      return one.name;
    },
    isStale(error) {
      if (isStatementUnknown(error)) isShared = true;
      else if (!isPlanOutdated(error)) return false;
      round += 1;
      return true;
    },
  };
}
