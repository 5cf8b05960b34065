import { sql, type Kysely, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { ModuleManifest, ModuleTexts } from '#domain/modules/module-manifest';
import type { Tables } from '../../db/tables/tables.ts';

type Trx = Transaction<Tables>;

/**
 * The directory of the menu that a module's sections stand in.
 * @returns the id of its rule
 * @throws FailureError where a rule of this name is somebody else's
 */
export async function placeDirectory(trx: Trx, { uid, title, icon }: ModuleManifest, now: number): Promise<number> {
  const own = await trx.selectFrom('module').select('directory_id').where('uid', '=', uid).executeTakeFirst();
  const there = await trx
    .selectFrom('admin_rule')
    .select('id')
    .where(sql<boolean>`lower(name) = ${uid}`)
    .executeTakeFirst();
  if (there && there.id === own?.directory_id) return there.id;
  if (there) throw rejection('refusals.modules.menuTaken', { name: uid });
  const added = await trx
    .insertInto('admin_rule')
    .values({
      pid: 0,
      type: 'menu_dir',
      title: title['zh-cn'],
      name: uid,
      path: uid,
      icon,
      menu_type: null,
      create_time: now,
      update_time: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

/** What directories of modules are called in each language, by the ids of their rules: the menu keeps one of them. */
export async function moduleDirectories(kysely: Kysely<Tables>): Promise<ReadonlyMap<number, ModuleTexts>> {
  const rows = await kysely.selectFrom('module').select(['directory_id', 'manifest']).where('directory_id', 'is not', null).execute();
  return new Map(rows.flatMap(({ directory_id: id, manifest: { title } }) => (id === null ? [] : [[id, title] as const])));
}

/** The directory is off while the module pauses. @returns it where it was on */
export async function hideDirectory(trx: Trx, id: number | null): Promise<readonly number[]> {
  const hidden = await trx
    .updateTable('admin_rule')
    .set({ status: '0' })
    .where('id', '=', id ?? -1)
    .where('status', '=', '1')
    .returning('id')
    .execute();
  return hidden.map((rule) => rule.id);
}

/** @param hidden the directory where it was on before; null where nobody noted it */
export const showDirectory = async (trx: Trx, id: number | null, hidden: readonly number[] | null): Promise<void> => {
  if (id === null || hidden?.includes(id) === false) return;
  await trx.updateTable('admin_rule').set({ status: '1' }).where('id', '=', id).execute();
};

/** The directory goes; what somebody hung below it moves to the top. */
export async function removeDirectory(trx: Trx, id: number | null): Promise<void> {
  if (id === null) return;
  await trx.updateTable('admin_rule').set({ pid: 0 }).where('pid', '=', id).execute();
  await trx.deleteFrom('admin_rule').where('id', '=', id).execute();
  await forgetRules(trx, [id]);
}

/** Groups hold the rules they grant as a list of ids. */
export async function forgetRules(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = sql.join(ids.map(String));
  await sql`update admin_group set rules = array_to_string(array(
      select one from unnest(string_to_array(rules, ',')) with ordinality as listed (one, place) where trim(one) not in (${gone}) order by place), ',')
    where rules is not null and rules <> '*' and string_to_array(rules, ',') && array[${gone}]`.execute(trx);
}
