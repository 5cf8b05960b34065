import { type RawBuilder, sql } from 'kysely';
import { taskOf } from '../../../base/precedence.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';

type Place = readonly (string | number)[];

interface Portioning {
  /** Of the rows that count; all where it is left out. */
  readonly within?: RawBuilder<boolean>;
  /** After this one, as `inPortions` gave it back. */
  readonly after?: Place | null;
  readonly atOnce: number;
  /** So many portions at most. */
  readonly most?: number;
  readonly stopped: AbortSignal;
}

/**
 * Goes through a table in portions, by its key: each statement has so little to look at that none is cancelled for the time it takes, however
 * many rows there are, and everybody else comes between them.
 * @param work is given the condition of the rows of a portion
 * @returns the key of the last row that was looked at; null where all were
 */
export async function inPortions(
  ports: Pick<ServerPorts, 'database' | 'precedence'>,
  table: keyof Tables,
  key: readonly string[],
  work: (portion: RawBuilder<boolean>) => Promise<unknown>,
  { within = sql<boolean>`true`, after = null, atOnce, most = Infinity, stopped }: Portioning,
): Promise<Place | null> {
  const giveWay = taskOf(ports);
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let place = after;
  for (let portion = 0; portion < most; portion += 1) {
    await giveWay();
    stopped.throwIfAborted();
    const beyond = place === null ? within : sql<boolean>`${within} and (${columns}) > (${sql.join(place)})`;
    const { rows } = await sql<Readonly<Record<string, string | number>>>`select ${columns} from ${sql.table(table)} where ${beyond}
      order by ${columns} offset ${atOnce - 1} limit 1`.execute(ports.database.kysely);
    const [last] = rows;
    if (last === undefined) {
      await work(beyond);
      return null;
    }
    place = key.map((column) => last[column] ?? '');
    await work(sql<boolean>`${beyond} and (${columns}) <= (${sql.join(place)})`);
  }
  return place;
}
