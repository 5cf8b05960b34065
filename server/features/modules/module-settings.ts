import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { isPair, type Pair } from '#domain/settings/config-item';
import type { ModuleManifest, ModuleTexts } from '#domain/modules/module-manifest';
import type { ModuleSetting } from '#domain/modules/module-parts';
import type { Tables } from '../../db/tables/tables.ts';

type Trx = Transaction<Tables>;

/** The pairs of the setting that lists the groups of settings, locked. */
async function readGroups(trx: Trx): Promise<readonly Pair[]> {
  const row = await trx.selectFrom('config').select('value').where('name', '=', 'config_group').forUpdate().executeTakeFirstOrThrow();
  const pairs: unknown = JSON.parse(row.value === null || row.value === '' ? '[]' : row.value);
  return Array.isArray(pairs) ? pairs.filter(isPair) : [];
}

const keepGroups = async (trx: Trx, groups: readonly Pair[]): Promise<void> => {
  await trx
    .updateTable('config')
    // Whoever has the page open would store the groups as they were.
    .set((set) => ({ value: JSON.stringify(groups), version: set('version', '+', 1) }))
    .where('name', '=', 'config_group')
    .execute();
};

/** In both languages where they differ: the setting holds one text for all. */
const bothOf = ({ 'zh-cn': chinese, en }: ModuleTexts): string => (chinese === en ? en : `${chinese} · ${en}`);

/** Words in each language, beside the Chinese that clients of the family show. */
const wordsOf = ({ title, tip, options }: ModuleSetting): string =>
  JSON.stringify({ words: { title, ...(tip && { tip }), ...(options && { options }) } });

const rowOf = (setting: ModuleSetting, uid: string, weigh: number) => ({
  group: uid,
  title: setting.title['zh-cn'],
  tip: setting.tip?.['zh-cn'] ?? '',
  type: setting.type,
  content: setting.options
    ? JSON.stringify(Object.fromEntries(Object.entries(setting.options).map(([key, label]) => [key, label['zh-cn']])))
    : null,
  rule: setting.rules.join(','),
  extend: wordsOf(setting),
  allow_del: 0,
  weigh,
});

/**
 * Brings the settings of a module to what a version says: new ones come with their first values, those that stay keep what people set, and the
 * others go. A module without settings has no group.
 * @throws FailureError where a name or the group is somebody else's
 */
export async function bringSettings(
  trx: Trx,
  { uid, title }: Pick<ModuleManifest, 'uid' | 'title'>,
  before: readonly ModuleSetting[],
  after: readonly ModuleSetting[],
): Promise<void> {
  if (before.length === 0 && after.length === 0) return;
  const groups = await readGroups(trx);
  const own = new Set(before.map(({ name }) => name));
  if (before.length === 0 && groups.some(({ key }) => key === uid)) throw rejection('refusals.modules.settingTaken', { name: uid });
  // Settings of others that begin like its own would meet them sooner or later, in a later version of either.
  if (before.length === 0) {
    const foreign = await trx
      .selectFrom('config')
      .select('name')
      .where(sql<boolean>`starts_with(name, ${`${uid}_`})`)
      .orderBy('name')
      .limit(1)
      .executeTakeFirst();
    if (foreign) throw rejection('refusals.modules.settingTaken', { name: foreign.name });
  }
  const going = before.filter(({ name }) => !after.some((one) => one.name === name)).map(({ name }) => name);
  if (going.length > 0) await trx.deleteFrom('config').where('name', 'in', going).execute();
  for (const [index, setting] of after.entries()) {
    const row = rowOf(setting, uid, after.length - index);
    if (own.has(setting.name)) await trx.updateTable('config').set(row).where('name', '=', setting.name).execute();
    else {
      const added = await trx
        .insertInto('config')
        .values({ ...row, name: setting.name, value: setting.initial })
        .onConflict((on) => on.column('name').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) throw rejection('refusals.modules.settingTaken', { name: setting.name });
    }
  }
  const others = groups.filter(({ key }) => key !== uid);
  if (after.length === 0) await keepGroups(trx, others);
  else if (others.length === groups.length) await keepGroups(trx, [...groups, { key: uid, value: bothOf(title) }]);
}
