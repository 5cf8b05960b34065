import type { PlannedSection, PlannedStep, SectionRecords } from '#domain/modules/module-plan';
import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import { becomingOf, NO_BECAME, type Merge } from '#domain/modules/became';
import type { AdminCaller } from '../../base/caller.ts';
import { pastLives } from '../../db/sections/guard-lives.ts';
import type { SectionDraft } from '../../db/tables/designer-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';
import type { ReadWorld } from '../designer/design-world.ts';
import type { Hurry } from '../designer/designer-transaction.ts';
import { createPlanner } from '../designer/planner.ts';
import { createPublisher } from '../designer/publish.ts';
import type { BeforeStep } from '../designer/run-steps.ts';
import { placeDirectory } from './module-menu.ts';
import { bringSettings } from './module-settings.ts';
import { checkPages } from './public/check-pages.ts';
import { forgetSiteTrigger, placeSiteTrigger } from './site-triggers.ts';
import { trySections } from './try-sections.ts';
import { removeSections } from './module-removal.ts';
import { inTables, sectionsOfModule, countConcerned, countRecords } from './module-sections.ts';
import type { ModulePackage } from './package/read-package.ts';
import { returnSections } from './return-sections.ts';
import { countWaiting, type WaitingTable } from './waiting-rows.ts';
import { shadowResources } from './shadow-resources.ts';
import { stoppedRecords } from './stopped-records.ts';

type Trx = Transaction<Tables>;

interface ChangeReport {
  readonly sections: readonly PlannedSection[];
  /** Sections that the module has no more, with their records. */
  readonly gone: readonly SectionRecords[];
  /** First records that were added. */
  readonly rows: number;
  readonly directory: number;
}

interface Surroundings {
  readonly ports: ServerPorts;
  readonly resources: Resources;
  readonly readWorld: ReadWorld;
}

/** What a module is brought to; tables that wait and whose records come back. */
interface Wanted {
  readonly wanted: ModulePackage;
  readonly waiting: readonly WaitingTable[];
  /** Where it is only looked at. */
  readonly hurry?: Hurry;
}

/**
 * Brings the sections of a module to what a package says, in an open transaction, and tries them out. The designer's own services do it: to
 * them the transaction is a database.
 * @throws FailureError, FieldsRefused where anything stands against it; then nothing may be kept
 */
export async function bringTo(
  { ports, resources, readWorld }: Surroundings,
  trx: Trx,
  { wanted, waiting, hurry }: Wanted,
  caller: AdminCaller,
): Promise<ChangeReport> {
  const { manifest, sections, rows, parts, became } = wanted;
  const { uid } = manifest;
  const shadow = shadowResources(ports, resources, trx);
  const tables = new Set(sections.map(({ declaration }) => declaration.table));
  const readModuleWorld: ReadWorld = async (kysely, name, who) => {
    const world = await readWorld(kysely, name, who);
    return { ...world, imported: new Set([...world.imported, ...tables]) };
  };
  const planOf = createPlanner(readModuleWorld);
  const publisher = createPublisher({ ...shadow.ports, ...(hurry && { hurry }) }, shadow.resources, readModuleWorld, uid);
  // Whoever calls may send it again; its parts are no calls.
  const inner: AdminCaller = { ...caller, idempotencyKey: null };
  const directory = await placeDirectory(trx, manifest, nowSeconds(ports));
  const there = await sectionsOfModule(trx, uid);
  const returning = await countWaiting(trx, waiting);
  await returnSections(trx, waiting, { uid, adminId: caller.id, now: nowSeconds(ports) });
  const before = await sectionsOfModule(trx, uid);

  async function publish(design: SectionDesign): Promise<PlannedSection> {
    const { name, table } = design.declaration;
    const isNew = !there.some((one) => one.name === name);
    const former = before.find((one) => one.name === name)?.design;
    // The order of its fields is that of the form: as texts they are compared with it. One that comes back has no menu yet.
    if (former && !isNew && JSON.stringify(former) === JSON.stringify(design)) {
      keepRunning(design);
      return { name, table, isNew, steps: [] };
    }
    const { merges, renames } = former ? becomingOf(former, design, became[name] ?? NO_BECAME) : { merges: [], renames: NO_RENAMES };
    if (former) await mergeOptions(trx, former.declaration.table, merges);
    await draft(trx, uid, { design, renames }, !former, nowSeconds(ports));
    const section = await trx.selectFrom('section').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
    const { hash } = await planOf(trx, section, {}, inner);
    const told: PlannedStep[] = [];
    const beforeStep: BeforeStep = async (step, at) => {
      const { id, kind, class: kept, subject, detail } = step;
      told.push({ id, kind, class: kept, subject, detail, rows: former ? await countConcerned(trx, at, step) : null });
    };
    await publisher.publish({ name, version: section.version, hash, choices: {}, beforeStep }, inner).catch((error: unknown) => {
      const { language } = caller.client;
      throw stoppedRecords(error, former, design, { messages: ports.messages, language, version: manifest.version });
    });
    keepRunning(design);
    return { name, table, isNew, steps: told };
  }

  function keepRunning({ declaration }: SectionDesign): void {
    shadow.resources.importTable(declaration.table);
    shadow.resources.exchange([declaration.name], [{ resource: declaration }]);
  }

  const settings = (await trx.selectFrom('module').select('parts').where('uid', '=', uid).executeTakeFirst())?.parts.settings ?? [];
  await bringSettings(trx, manifest, settings, parts.settings);
  const changes: PlannedSection[] = [];
  for (const design of sections) {
    await hurry?.();
    changes.push(await publish(design));
  }
  const names = sections.map(({ declaration }) => declaration.name);
  const gone = before.filter(({ name }) => !names.includes(name));
  const lost = await countRecords(trx, inTables(gone));
  for (const { table_name: table } of gone) if (table !== null) await forgetSiteTrigger(trx, table);
  await removeSections(trx, publisher, shadow.resources, gone, inner);
  const added = waiting.length > 0 ? returning : there.length === 0 ? await addRows(shadow.resources, rows, names, inner) : 0;
  await hurry?.();
  await trySections(shadow.ports, shadow.resources, names, inner);
  await checkPages(trx, wanted, nowSeconds(ports));
  for (const { declaration } of sections)
    await (Object.hasOwn(parts.read, declaration.name) ? placeSiteTrigger : forgetSiteTrigger)(trx, declaration.table);
  return { sections: changes, gone: lost, rows: added, directory };
}

/** Records go into an option that the former version has, too: no life leads them there, and what they are in then is told by the new one's. */
async function mergeOptions(trx: Trx, table: string, merges: readonly Merge[]): Promise<void> {
  if (merges.length === 0) return;
  await pastLives(trx);
  for (const { column, from, to } of merges)
    await sql`update ${sql.table(table)} set ${sql.id(column)} = ${to} where ${sql.id(column)} = ${from}`.execute(trx);
  await sql`select set_config('troupe.life', 'off', true)`.execute(trx);
}

/** The draft that the designer's services publish. @throws FailureError where the name is somebody else's */
async function draft(trx: Trx, uid: string, drawn: SectionDraft, isNew: boolean, now: number): Promise<void> {
  const { name } = drawn.design.declaration;
  const text = JSON.stringify(drawn);
  if (!isNew) {
    await trx.updateTable('section').set({ draft: text, update_time: now }).where('name', '=', name).execute();
    return;
  }
  const added = await trx
    .insertInto('section')
    .values({ name, draft: text, origin: 'module', module_uid: uid, create_time: now, update_time: now })
    .onConflict((on) => on.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  if (!added) throw rejection('refusals.modules.nameTaken', { name });
}

async function addRows(resources: Resources, rows: ModulePackage['rows'], names: readonly string[], caller: AdminCaller): Promise<number> {
  let count = 0;
  for (const name of names) {
    for (const row of rows[name] ?? []) {
      await resources.get(name)?.add(row, caller);
      count += 1;
    }
  }
  return count;
}
