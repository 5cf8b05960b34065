import { sql, type RawBuilder } from 'kysely';

/** Bytes of text that a portion of a file holds, unless one record alone has more: a hundred thousand letters are some ten milliseconds. */
const PORTION_WEIGHT = 250_000;

interface Weighed {
  readonly place: RawBuilder<unknown>;
  readonly isText: boolean;
}

/** What the columns of a row weigh; the length of a text is known without reading it. */
export const weightSql = (columns: readonly Weighed[]): RawBuilder<number> =>
  sql`(${sql.join(
    columns.map(({ place, isText }) => (isText ? sql`coalesce(octet_length(${place}), 0)` : sql`coalesce(pg_column_size(${place}), 0)`)),
    sql` + `,
  )})`;

/** The same items in the same order, so many at a time as weigh not too much. */
export function* portionsByWeight<T>(items: readonly T[], weightOf: (item: T) => number): Generator<readonly T[]> {
  let portion: T[] = [];
  let weight = 0;
  for (const item of items) {
    const its = weightOf(item);
    if (portion.length > 0 && weight + its > PORTION_WEIGHT) {
      yield portion;
      [portion, weight] = [[], 0];
    }
    portion.push(item);
    weight += its;
  }
  if (portion.length > 0) yield portion;
}
