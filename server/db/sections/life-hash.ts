import { sql, type Kysely } from 'kysely';
import { FailureError } from '#domain/base/failure';
import { isSameValue } from '#domain/base/same-value';
import { decidingPart } from '#domain/life/deciding';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { sha256 } from '../../base/digest.ts';
import type { Row, Tables } from '../tables/tables.ts';

const hashes = new WeakMap<Life, Promise<string>>();

/** Says whether two lives are the same, in whatever order their parts stand. */
export function lifeHash(life: Life): Promise<string> {
  const known = hashes.get(life) ?? sha256(JSON.stringify(sorted(life)));
  hashes.set(life, known);
  return known;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

/** Whether two lives decide alike, whatever words they have for it. */
export const decideAlike = (one: Life, other: Life): boolean => isSameValue(decidingPart(one), decidingPart(other));

/** Another process has replaced the life by which this one decided. It is said to people; what goes by time is left to that other one. */
export class LifeReplaced extends FailureError {
  constructor() {
    super({ kind: 'rejected', code: 0, message: 'refusals.life.changedLife' });
    this.name = 'LifeReplaced';
  }
}

export type Revision = Pick<Row<'life_revision'>, 'revision' | 'life' | 'hash' | 'origin' | 'admin_id' | 'program'>;

/** So many revisions are looked at: more versions than that are not at work beside each other. */
const LOOKED_AT = 20;

/**
 * The newest revision, and those before it that only the start of another version has followed. Processes of those versions may still be at
 * work. Where somebody has published another life, what was before it is over.
 */
export async function standingRevisions(trx: Kysely<Tables>, name: string): Promise<readonly Revision[]> {
  const rows = await trx
    .selectFrom('life_revision')
    .select(['revision', 'life', 'hash', 'origin', 'admin_id', 'program'])
    .where('resource', '=', name)
    .orderBy('revision', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const published = rows.findIndex(({ admin_id: by }) => by !== null);
  return (published === -1 ? rows : rows.slice(0, published + 1)).filter(({ origin }) => origin === rows[0]?.origin);
}

/** Whether records that the one life leads on are in states that the other has. */
export const isWithin = (one: Life, other: Life): boolean =>
  Object.keys(one.chart.states).every((state) => Object.hasOwn(other.chart.states, state));

/** How a life stands to the newest revision: the same, that of a former version which goes on beside it, or one that is over. */
type Standing = 'same' | 'former' | 'over';

/** By the newest revision for which it was asked: each write asks, and the answer changes only with that. */
const standings = new WeakMap<Life, { readonly beside: string; readonly is: Standing }>();

/** Whether records that are written by this life have to be looked at once more by the version that has replaced it. */
export const isFormerLife = (life: Life): boolean => standings.get(life)?.is === 'former';

async function standingOf(trx: Kysely<Tables>, name: string, life: Life): Promise<Standing> {
  const [newest, ...former] = await standingRevisions(trx, name);
  if (!newest?.life || decideAlike(newest.life, life)) return 'same';
  const goesOn = former.some((one) => one.life && decideAlike(one.life, life)) && isWithin(life, newest.life);
  return goesOn ? 'former' : 'over';
}

/**
 * Held by every write of a section with a life to its end; whoever changes the life waits for them, and they for it. What was decided by a
 * life that somebody has replaced is not written. A version whose life the start of another has followed goes on by its own beside it, as it
 * does with all its rules, where the other life has all its states. Why: docs/decisions/267-lives-of-two-versions.md.
 * @throws LifeReplaced where the section has another life by now
 */
export async function holdLife(trx: Kysely<Tables>, resource: Pick<Resource, 'name' | 'life'>): Promise<void> {
  if (!resource.life) return;
  await sql`select pg_advisory_xact_lock_shared(hashtext('life'), hashtext(${resource.name}))`.execute(trx);
  const { rows } =
    await sql<NewestRevision>`select revision, hash from life_revision where resource = ${resource.name} order by revision desc limit 1`.execute(
      trx,
    );
  await checkHeld(trx, resource, rows[0] ?? {});
}

/** What the newest revision of a life is known by; empty where the section has none. */
export type NewestRevision = Partial<Pick<Row<'life_revision'>, 'revision' | 'hash'>>;

/** The second half of `holdLife`, for who holds the life already. @param newest read after it was held @throws LifeReplaced */
export async function checkHeld(
  trx: Kysely<Tables>,
  { name, life }: Pick<Resource, 'name' | 'life'>,
  { revision = 0, hash = '' }: NewestRevision,
): Promise<void> {
  if (!life) return;
  const beside = `${revision} ${hash}`;
  if (standings.get(life)?.beside !== beside) {
    const isSame = hash === '' || hash === (await lifeHash(life));
    standings.set(life, { beside, is: isSame ? 'same' : await standingOf(trx, name, life) });
  }
  if (standings.get(life)?.is === 'over') throw new LifeReplaced();
}

/** Held by whoever changes the life of a section. */
export async function lockLife(trx: Kysely<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('life'), hashtext(${name}))`.execute(trx);
}
