import { isInteger } from '../found/found-table.ts';
import { foundTypeOf } from './found-standing.ts';
import { keyOfTable, type StandingTable } from './standing-table.ts';

/** Why no section can be over a table. Messages: `designer.notTaken.…`. */
export type NotTaken = 'core' | 'section' | 'waits' | 'noTable' | 'notOwn' | 'divided' | 'name' | 'otherKey' | 'noKeyPossible';

/** As tables of sections may be called. */
const NAME = /^[a-z][a-z0-9_]{1,40}$/u;

/**
 * Why a table that belongs to nobody cannot be taken, or null. A record is known by its number `id`: a table whose key is another cannot
 * be, while one without a key is given one.
 */
export function whyNotTaken(table: StandingTable): NotTaken | null {
  if (table.relation !== 'r') return 'noTable';
  if (!table.isOwn) return 'notOwn';
  if (table.isDivided) return 'divided';
  if (!NAME.test(table.name)) return 'name';
  const key = keyOfTable(table);
  if (key && (key.columns.length !== 1 || key.columns[0] !== 'id')) return 'otherKey';
  const id = table.columns.find(({ name }) => name === 'id');
  if (!id) return null;
  const type = foundTypeOf(id);
  if (type === undefined || !isInteger({ type }) || id.type === 'boolean' || id.isGenerated) return 'noKeyPossible';
  return null;
}
