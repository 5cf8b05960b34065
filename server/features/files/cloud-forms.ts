import { base64url } from '../../base/digest.ts';
import { CLOUD_FORM_SECONDS, CLOUD_FORMS_PER_SWEEP, CLOUD_PAGES_PER_SWEEP } from '../../base/limits.ts';
import type { Row } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { CloudStore, CloudTarget } from '../../ports/upload-ports.ts';
import { keptSince } from '../base/retention.ts';
import { cloudFolder } from './cloud-folder.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'logger' | 'cloud'>;

const MARK_BYTES = 16;
/** Signing again so soon is not written down: a form that was signed last counts that much longer. */
const NOTED_EVERY_SECONDS = 3600;

/**
 * Remembers that somebody gets a form for the store: one row for each of them and each store. Every file sent by it carries the mark, so
 * that nothing else that lies there is ever taken for one of ours.
 */
export async function rememberForm(
  { database: { kysely }, clock, randomBytes }: Pick<ServerPorts, 'database' | 'clock' | 'randomBytes'>,
  { url, bucket, region }: CloudTarget,
  adminId: number,
): Promise<string> {
  const now = nowSeconds({ clock });
  const key = { admin_id: adminId, url, bucket, region };
  const known = await kysely
    .selectFrom('cloud_form')
    .select(['mark', 'signed_at'])
    .where((where) => where.and(key))
    .executeTakeFirst();
  if (known && known.signed_at > now - NOTED_EVERY_SECONDS) return known.mark;
  const { mark } = await kysely
    .insertInto('cloud_form')
    .values({ ...key, mark: base64url(randomBytes(MARK_BYTES)), signed_at: now })
    .onConflict((on) => on.columns(['admin_id', 'url', 'bucket', 'region']).doUpdateSet({ signed_at: now }))
    .returning('mark')
    .executeTakeFirstOrThrow();
  return mark;
}

/**
 * Removes from the store what was sent by our forms and never registered: pages were closed between the store's receipt and our notice,
 * and no record leads there. A store that does not answer is asked again with the next round; at a stop nothing more is asked.
 */
export async function sweepCloud(ports: Ports, stopped?: AbortSignal): Promise<number> {
  const since = await keptSince(ports, 'cloud_stray_days');
  if (since === null || ports.cloud === null) return 0;
  const forms = await ports.database.kysely
    .selectFrom('cloud_form')
    .selectAll()
    .orderBy('signed_at')
    .limit(CLOUD_FORMS_PER_SWEEP)
    .execute();
  // What came after everything that is known here may be known to a newer database than this one.
  const newest = await ports.database.kysely
    .selectFrom('attachment')
    .select(({ fn }) => fn.max('create_time').as('at'))
    .where('storage', '=', 'cloud')
    .executeTakeFirst();
  const times = { since, knownUntil: newest?.at ?? 0 };
  let count = 0;
  for (const form of forms) {
    if (stopped?.aborted === true) break;
    try {
      count += await sweepForm(ports, ports.cloud, form, times, stopped);
    } catch (error) {
      ports.logger.warn('upload.cloudSweepFailed', { adminId: form.admin_id, error });
    }
  }
  if (count > 0) ports.logger.info('upload.strayCloudFilesRemoved', { count });
  return count;
}

async function sweepForm(
  ports: Ports,
  cloud: CloudStore,
  form: Row<'cloud_form'>,
  { since, knownUntil }: { readonly since: number; readonly knownUntil: number },
  stopped?: AbortSignal,
): Promise<number> {
  const { kysely } = ports.database;
  const itsRow = { admin_id: form.admin_id, url: form.url, bucket: form.bucket, region: form.region };
  const folder = cloudFolder(form.admin_id);
  let [after, count, hasYounger] = [form.cursor_key, 0, false];
  for (let page = 0; page < CLOUD_PAGES_PER_SWEEP; page += 1) {
    const { objects, isLast } = await cloud.list(form, folder, after);
    const older = objects.filter(({ changedAtMs }) => changedAtMs / 1000 < Math.min(since, knownUntil));
    hasYounger ||= older.length < objects.length;
    const keys = older.flatMap(({ key }) => (key.startsWith(folder) ? key : []));
    count += await removeStrays(ports, cloud, form, keys, stopped);
    // What was not looked at is, by the next round.
    if (stopped?.aborted === true) return count;
    after = isLast ? '' : (objects.at(-1)?.key ?? '');
    if (after === '') break;
  }
  await kysely
    .updateTable('cloud_form')
    .set({ cursor_key: after })
    .where((where) => where.and(itsRow))
    .execute();
  // Nothing can come by it any more, and what came has been judged: from the beginning, in this one round.
  const isOver = !hasYounger && form.cursor_key === '' && after === '' && form.signed_at + NOTED_EVERY_SECONDS + CLOUD_FORM_SECONDS < since;
  if (isOver)
    await kysely
      .deleteFrom('cloud_form')
      .where((where) => where.and(itsRow))
      .where('signed_at', '=', form.signed_at)
      .execute();
  return count;
}

async function removeStrays(
  ports: Ports,
  cloud: CloudStore,
  form: Row<'cloud_form'>,
  keys: readonly string[],
  stopped?: AbortSignal,
): Promise<number> {
  if (keys.length === 0) return 0;
  const known = await ports.database.kysely
    .selectFrom('attachment')
    .select('url')
    .where('storage', '=', 'cloud')
    .where(
      'url',
      'in',
      keys.map((key) => `/${key}`),
    )
    .union(
      ports.database.kysely
        .selectFrom('recycled_file')
        .select('url')
        .where(
          'url',
          'in',
          keys.map((key) => `/${key}`),
        ),
    )
    .execute();
  const registered = new Set(known.map(({ url }) => url));
  let count = 0;
  for (const key of keys) {
    if (stopped?.aborted === true) break;
    if (registered.has(`/${key}`) || (await cloud.markOf(form, key)) !== form.mark) continue;
    await cloud.remove(form, key);
    count += 1;
  }
  return count;
}
