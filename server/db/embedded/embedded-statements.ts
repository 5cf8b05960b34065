import { type PGlite, messages, parse, protocol } from '@electric-sql/pglite';
import { remember } from '../../base/remember.ts';
import { isPlanOutdated } from '../base/database-error.ts';
import { isFoundByValue, REPEATED, USES_BY_VALUE } from '../base/repeated-statements.ts';
import type { EmbeddedRows } from './embedded-protocol.ts';

const { serialize } = protocol;
type Message = Parameters<typeof parse.parseResults>[0][number];

/** So many statements are known by their texts, and so many of those that were asked for again are kept ready. */
const MAX_KNOWN = 500;
const MAX_READY = 100;

interface Ready {
  readonly name: string;
  readonly types: readonly number[];
  /** What its rows look like, as they would be described with each use. */
  readonly described: readonly Message[];
  /** Whether it is prepared anew after some uses. */
  readonly isFoundByValue: boolean;
  uses: number;
}

/** What may change how the answers of these look. */
const OF_SHAPES = /^\s*(?:create|alter|drop|do)\b/iu;
const OF_TRANSACTIONS = /^\s*(?:begin|commit|rollback|savepoint|release)\b[^;]*$/iu;
const TAKES_BACK = /^\s*rollback\b/iu;
const ENDS = /^\s*(?:commit|rollback)\s*$/iu;

/**
 * Asks the engine. What is asked for again and again is read by it once and kept under a name: nobody else has this connection, so no pooler can lose it. And it
 * is asked by one message, where the engine's own client sends six.
 */
export function createStatements(pg: PGlite): (sql: string, params: readonly unknown[]) => Promise<EmbeddedRows> {
  const known = new Map<string, true>();
  const ready = new Map<string, Ready>();
  let made = 0;
  let hasChangedShapes = false;

  const exchange = async (...parts: readonly Uint8Array[]): Promise<readonly Message[]> =>
    (await pg.execProtocol(Buffer.concat([...parts, serialize.sync()]))).messages;

  async function prepare(sql: string, params: readonly unknown[]): Promise<Ready> {
    made += 1;
    const name = `s${made}`;
    const said = await exchange(serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name }));
    const types = said.find((message) => message instanceof messages.ParameterDescriptionMessage)?.dataTypeIDs ?? [];
    const described = said.filter((message) => message instanceof messages.RowDescriptionMessage);
    return { name, types, described, isFoundByValue: isFoundByValue(sql, params), uses: 0 };
  }

  async function release(sql: string): Promise<void> {
    const one = ready.get(sql);
    ready.delete(sql);
    if (one) await exchange(serialize.close({ type: 'S', name: one.name }));
  }

  async function releaseAll(): Promise<void> {
    for (const sql of ready.keys()) await release(sql);
  }

  async function readied(sql: string, params: readonly unknown[]): Promise<Ready> {
    const there = ready.get(sql);
    if (there && (there.uses < USES_BY_VALUE || !there.isFoundByValue)) {
      // The one that was used longest ago gives way.
      ready.delete(sql);
      ready.set(sql, there);
      return there;
    }
    await release(sql);
    const [oldest] = ready.keys();
    if (ready.size >= MAX_READY && oldest !== undefined) await release(oldest);
    const one = await prepare(sql, params);
    ready.set(sql, one);
    return one;
  }

  function valueOf(param: unknown, type: number): string | null {
    if (param === null || param === undefined) return null;
    const write = pg.serializers[type];
    if (write) return write(param);
    return typeof param === 'object' ? JSON.stringify(param) : `${param as string | number | bigint | boolean}`;
  }

  async function again(sql: string, params: readonly unknown[]): Promise<EmbeddedRows> {
    const one = await readied(sql, params);
    one.uses += 1;
    const values = params.map((param, index) => valueOf(param, one.types[index] ?? 0));
    try {
      const said = await exchange(serialize.bind({ statement: one.name, values }), serialize.execute({}));
      return rowsOf([...one.described, ...said]);
    } catch (error) {
      if (isPlanOutdated(error)) await release(sql);
      throw error;
    }
  }

  const rowsOf = (said: readonly Message[]): EmbeddedRows => {
    const [result] = parse.parseResults([...said], pg.parsers);
    return { rows: result?.rows ?? [], affectedRows: result?.affectedRows ?? 0 };
  };

  return async (sql, params) => {
    if (params.length === 0 && OF_TRANSACTIONS.test(sql)) {
      const rows = rowsOf(await exchange(serialize.query(sql)));
      // What was made ready since then knows shapes that are taken back.
      if (hasChangedShapes && TAKES_BACK.test(sql)) await releaseAll();
      if (ENDS.test(sql)) hasChangedShapes = false;
      return rows;
    }
    if (REPEATED.test(sql)) {
      if (known.has(sql)) return again(sql, params);
      remember(known, MAX_KNOWN, sql, true);
    } else if (OF_SHAPES.test(sql)) {
      hasChangedShapes = true;
      await releaseAll();
    }
    const { rows, affectedRows } = await pg.query<Record<string, unknown>>(sql, [...params]);
    return { rows, affectedRows: affectedRows ?? 0 };
  };
}
