import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { pagePathOf } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';
import type { ReadWorld } from '../designer/design-world.ts';
import { createPublisher } from '../designer/publish.ts';
import { forgetRules, removeDirectory } from './module-menu.ts';
import { bringSettings } from './module-settings.ts';
import { forgetSiteTrigger } from './site-triggers.ts';
import { inTables, sectionsOfModule, type ModuleSection, countRecords } from './module-sections.ts';
import { countWaiting, dropWaiting, readWaiting } from './waiting-rows.ts';
import { shadowResources } from './shadow-resources.ts';

type Trx = Transaction<Tables>;
type Publisher = Pick<ReturnType<typeof createPublisher>, 'remove'>;

/** Takes sections away, those that name others first; their tables wait as those of any section do. */
export async function removeSections(
  trx: Trx,
  publisher: Publisher,
  resources: Resources,
  sections: readonly ModuleSection[],
  caller: AdminCaller,
): Promise<void> {
  for (const { name, version, table_name: table, design, rule_ids: rules } of sections.toReversed()) {
    await publisher.remove({ name, version, table: table ?? '' }, caller);
    resources.unregister(name);
    await forgetRules(trx, rules);
    for (const own of ['saved_view', 'record_watch'] as const) await trx.deleteFrom(own).where('resource', '=', name).execute();
    const controller = design ? pagePathOf(design.declaration).toLowerCase() : '';
    for (const watch of ['security_data_recycle', 'security_sensitive_data'] as const)
      await trx
        .deleteFrom(watch)
        .where((or) => or.or([or('resource', '=', name), or('controller_as', '=', controller)]))
        .execute();
  }
}

/**
 * Takes a module's sections, rules, views and watch rules away. Tables wait 30 days, or go at once with those of sections that it had no more.
 * @returns how many records were in them
 */
export async function takeAway(
  { ports, resources, readWorld }: { readonly ports: ServerPorts; readonly resources: Resources; readonly readWorld: ReadWorld },
  trx: Trx,
  { uid, directory, isKept }: { readonly uid: string; readonly directory: number | null; readonly isKept: boolean },
  caller: AdminCaller,
): Promise<number> {
  const shadow = shadowResources(ports, resources, trx);
  const publisher = createPublisher(shadow.ports, shadow.resources, readWorld, uid);
  const sections = await sectionsOfModule(trx, uid);
  const own = await trx.selectFrom('module').select(['manifest', 'parts']).where('uid', '=', uid).executeTakeFirst();
  if (own) await bringSettings(trx, own.manifest, own.parts.settings, []);
  const rows = (await countRecords(trx, inTables(sections))).reduce((all, one) => all + one.rows, 0);
  for (const { table_name: table } of sections) if (table !== null) await forgetSiteTrigger(trx, table);
  await removeSections(trx, publisher, shadow.resources, sections, { ...caller, idempotencyKey: null });
  await removeDirectory(trx, directory);
  if (isKept) return rows;
  // Its own, and those of sections that a version had before. What waits beside them since an earlier removal was not asked about.
  const going = ((await readWaiting(trx, uid)).get(uid) ?? []).filter(({ comesBack }) => comesBack);
  const counted = new Set(sections.map(({ name }) => name));
  const lateRows = await countWaiting(
    trx,
    going.filter(({ section }) => !counted.has(section)),
  );
  await dropWaiting(trx, going);
  return rows + lateRows;
}

/** @throws FailureError naming sections of others whose fields name records of these */
export async function refuseNamed(trx: Trx, resources: Resources, sections: readonly ModuleSection[]): Promise<void> {
  const own = new Set(sections.map(({ name }) => name));
  const published = await trx.selectFrom('section').select(['name', 'design']).where('design', 'is not', null).execute();
  const others = [
    ...resources.all().map(({ resource }) => ({ name: resource.name, fields: resource.fields })),
    ...published.flatMap(({ name, design }) => (design ? [{ name, fields: design.declaration.fields }] : [])),
  ];
  const referrers = others.filter(
    ({ name, fields }) => !own.has(name) && Object.values(fields).some((field) => 'of' in field && own.has(field.of)),
  );
  const names = [...new Set(referrers.map(({ name }) => name))];
  if (names.length > 0) throw rejection('refusals.designer.inUse', { names: names.join(', ') });
}
