import { sql, type Kysely } from 'kysely';
import { compare } from 'semver';
import { wireNameOf } from '#domain/fields/field';
import { rightsOf, type Life } from '#domain/life/life';
import { lifeFindings } from '#domain/life/life-check';
import { asRun, siteLifeFaults } from '#domain/life/site-life';
import { pagePathOf, type LivingResource, type Resource } from '#domain/table/resource';
import { PROGRAM_VERSION } from '../../base/platform/program-version.ts';
import { SHIPPED_RESOURCES } from '../../base/shipped-resources.ts';
import type { Tables } from '../tables/tables.ts';
import { decideAlike, isWithin, lifeHash, lockLife, standingRevisions, type Revision } from './life-hash.ts';
import { armTimers, isTimed } from './life-timers.ts';

export const isLiving = (resource: Resource): resource is LivingResource => resource.life !== undefined;

/** Who looks at the lives. */
interface Start {
  /** Whether processes of another version may be at work on the same database. */
  readonly isShared?: boolean;
  readonly version?: string;
}

/**
 * Gives each section with a life what it rests on: the trigger that keeps other writes away from the state, a revision, and a first
 * step for each record that was there before. Nothing is done where the newest revision decides as the life that runs does, nor by an older
 * version that is started again beside a newer one and can go on beside it.
 * @throws Error where a record is in a state that the life does not have
 */
export async function guardLives(
  trx: Kysely<Tables>,
  resources: readonly Resource[] = SHIPPED_RESOURCES,
  { isShared = false, version = PROGRAM_VERSION }: Start = {},
): Promise<void> {
  const ofSite = await readSiteLives(trx);
  for (const shipped of resources.filter(isLiving)) {
    if (await isStanding(trx, shipped, ofSite.get(shipped.name))) continue;
    // Writes under way by another life are over before it is replaced, and somebody may have published one meanwhile.
    if (isShared) await lockLife(trx, shipped.name);
    const kept = isShared ? (await readSiteLives(trx)).get(shipped.name) : ofSite.get(shipped.name);
    const life = kept && siteLife(shipped, kept);
    if (kept && !life) await stopSiteLife(trx, shipped, kept);
    const resource: LivingResource = { ...shipped, life: life ?? shipped.life };
    const [newest, ...former] = await standingRevisions(trx, resource.name);
    if (newest?.life && decideAlike(newest.life, resource.life)) continue;
    const by = { origin: life ? 'site' : 'shipped', adminId: null, program: version } as const;
    if (isShared && newest?.life && isOlder(resource, newest, former, version) && isWithin(resource.life, newest.life)) {
      if (former.some((one) => isLifeOf(resource, one))) continue;
      // It is beneath the newer one, so that writes by it go on.
      await noteLife(trx, resource, by);
      await noteLife(trx, { ...resource, life: newest.life }, { origin: newest.origin, adminId: null, program: newest.program });
      continue;
    }
    const lost = await lostState(trx, resource);
    if (lost !== null) throw new Error(`A record of ${resource.name} is in the state ${lost}, which its life does not have`);
    await guard(trx, resource);
    await noteLife(trx, resource, by);
    await noteFound(trx, resource);
    if (newest || isTimed(resource)) await armTimers(trx, resource, null, await databaseSeconds(trx));
  }
}

/**
 * Takes hold of the lives that this start is about to replace, before it comes to any table: a write holds its life first and its tables then,
 * and where a start went the other way each would wait for the other.
 */
export async function lockLivesToReplace(trx: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = to_regclass('life_revision') and attnum > 0`.execute(trx);
  // Nobody writes by a life yet.
  if (rows.length === 0) return;
  // Of older tables one cannot say which lives are replaced.
  const isTold = rows.some(({ name }) => name === 'program');
  const ofSite = isTold ? await readSiteLives(trx) : new Map<string, Life>();
  for (const shipped of SHIPPED_RESOURCES.filter(isLiving))
    if (!isTold || !(await isStanding(trx, shipped, ofSite.get(shipped.name)))) await lockLife(trx, shipped.name);
}

/** Whether the newest revision decides as the section's life does; not where that of the site has to be stopped first. */
async function isStanding(trx: Kysely<Tables>, shipped: LivingResource, kept: Life | undefined): Promise<boolean> {
  const life = kept ? siteLife(shipped, kept) : shipped.life;
  if (!life) return false;
  const [newest] = await standingRevisions(trx, shipped.name);
  return newest?.life !== undefined && newest.life !== null && decideAlike(newest.life, life);
}

const isLifeOf = ({ life }: LivingResource, revision: Revision): boolean => revision.life !== null && decideAlike(revision.life, life);

/** Whether a newer version has noted the section's life: by its number, or, where that is the same, because ours was noted before. */
function isOlder(resource: LivingResource, newest: Revision, former: readonly Revision[], version: string): boolean {
  const order = newest.program === '' ? 1 : compare(version, newest.program);
  return order < 0 || (order === 0 && former.some((one) => isLifeOf(resource, one)));
}

/** Lives that a site has published for sections of the program, as they are kept. */
export async function readSiteLives(kysely: Kysely<Tables>): Promise<ReadonlyMap<string, Life>> {
  const rows = await kysely.selectFrom('site_life').select(['resource', 'life']).where('state', '=', 'live').execute();
  return new Map(rows.flatMap(({ resource, life }) => (life ? [[resource, life] as const] : [])));
}

/** A kept life as it runs in the place of the program's; nothing where the program, as it is now, could not go on with it. */
export function siteLife({ life: program, fields }: LivingResource, kept: Life): Life | undefined {
  if (siteLifeFaults(program, kept, fields).length > 0) return undefined;
  const life = asRun(program, kept);
  return lifeFindings(life, fields).some(({ level }) => level === 'error') ? undefined : life;
}

/** The program's own life runs again, with the rights that the site's had switched off; what the site had drawn waits to be looked at. */
async function stopSiteLife(trx: Kysely<Tables>, shipped: LivingResource, kept: Life): Promise<void> {
  await trx.updateTable('site_life').set({ state: 'stopped' }).where('resource', '=', shipped.name).execute();
  const had = rightsOf(kept);
  const back = rightsOf(shipped.life).filter((action) => !had.includes(action));
  if (back.length === 0) return;
  const names = back.map((action) => `${pagePathOf(shipped)}/${action}`.toLowerCase());
  await trx
    .updateTable('admin_rule')
    .set({ status: '1' })
    .where(sql<string>`lower(name)`, 'in', names)
    .execute();
}

/**
 * The same for lives that turned out not to run.
 * @returns whether there was one that nobody else had stopped before
 */
export async function stopSiteLives(trx: Kysely<Tables>, names: readonly string[]): Promise<boolean> {
  for (const name of names) await lockLife(trx, name);
  const ofSite = await readSiteLives(trx);
  const shipped = SHIPPED_RESOURCES.filter(isLiving).filter(({ name }) => names.includes(name) && ofSite.has(name));
  for (const resource of shipped) await stopSiteLife(trx, resource, ofSite.get(resource.name) as Life);
  await guardLives(trx, shipped);
  return shipped.length > 0;
}

const stateColumn = ({ fields, life }: LivingResource): string => wireNameOf(life.field, fields[life.field]);

/** One more revision of the section's life, or that it has none any more. */
export async function noteLife(
  trx: Kysely<Tables>,
  { name, life }: Pick<Resource, 'name' | 'life'>,
  {
    origin,
    adminId,
    program = PROGRAM_VERSION,
  }: { readonly origin: 'shipped' | 'designed' | 'site' | 'module'; readonly adminId: number | null; readonly program?: string },
): Promise<void> {
  await sql`insert into life_revision (resource, revision, life, hash, origin, admin_id, program, at)
    select ${name}::text, coalesce(max(revision), 0) + 1, ${JSON.stringify(life ?? null)}::jsonb, ${life ? await lifeHash(life) : ''}::text,
      ${origin}::text, ${adminId}::bigint, ${program}::text, extract(epoch from now())::bigint from life_revision where resource = ${name}`.execute(
    trx,
  );
}

/** A state that a record is in and the life does not have; null where there is none. */
export async function lostState(trx: Kysely<Tables>, resource: LivingResource): Promise<string | null> {
  const states = sql.join(Object.keys(resource.life.chart.states).map((state) => sql`${state}::text`));
  const { rows } = await sql<{ state: string }>`select ${sql.id(stateColumn(resource))}::text as state from ${sql.table(resource.table)}
    where ${sql.id(stateColumn(resource))} not in (${states}) limit 1`.execute(trx);
  return rows[0]?.state ?? null;
}

/** The conditions stand in the triggers, so that a write that leaves the state alone runs no function. */
export async function guard(trx: Kysely<Tables>, resource: LivingResource): Promise<void> {
  const [table, state] = [sql.table(resource.table), sql.id(stateColumn(resource))];
  const isOutside = sql`current_setting('troupe.life', true) is distinct from 'on'`;
  await sql`create or replace trigger life_only_update before update on ${table} for each row
    when (old.${state} is distinct from new.${state} and ${isOutside}) execute function life_only()`.execute(trx);
  await sql`create or replace trigger life_only_insert before insert on ${table} for each row
    when (new.${state} is distinct from ${sql.lit(resource.life.chart.initial)} and ${isOutside}) execute function life_only()`.execute(
    trx,
  );
}

export async function databaseSeconds(trx: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ now: number }>`select extract(epoch from now())::bigint as now`.execute(trx);
  return Number(rows[0]?.now);
}

/** Records without any step are in the state in which they are found. */
export async function noteFound(trx: Kysely<Tables>, resource: LivingResource): Promise<void> {
  await sql`insert into life_step (resource, record_id, kind, to_state, actor_type, actor_id, actor_name, source, at)
    select ${resource.name}, record.id, 'found', record.${sql.id(stateColumn(resource))}, 'server', 0, '', 'server', extract(epoch from now())::bigint
    from ${sql.table(resource.table)} as record
    where not exists (select from life_step where resource = ${resource.name} and record_id = record.id)`.execute(trx);
}

/** Lets writes of this transaction change states without their life: for what comes with the program, and for tests. */
export async function pastLives(trx: Kysely<Tables>): Promise<void> {
  await sql`select set_config('troupe.life', 'on', true)`.execute(trx);
}
