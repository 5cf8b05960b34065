import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { designIssues, type DesignWorld } from '#domain/designer/design-rules';
import type { Choices, KeptColumn, Step } from '#domain/designer/plan-step';
import type { Renames, SectionDesign } from '#domain/designer/section-design';
import { plan } from '#domain/designer/table-plan';
import { shapeOf } from '#domain/designer/table-shape';
import type { Resource } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { SECTION_PLANS } from '../../base/limits.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { readCatalogue, type Catalogue } from '../../db/sections/catalogue.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';
import { countAttempt } from '../base/throttle.ts';
import { othersIn, type ReadWorld } from './design-world.ts';
import { changing, inRolledBack, isRehearsable } from './designer-transaction.ts';
import { runSteps, type StepCount } from './run-steps.ts';
import { settleDrift, standingShape, type Settled } from './settle-drift.ts';
import { hideFromMenu, placeInMenu, takeFromMenu } from './section-menu.ts';

/** How long what was dropped waits. */
const KEPT_SECONDS = 30 * 86_400;

const UNCOUNTED: Omit<StepCount, 'id'> = { rows: null, converted: 0, stopping: 0, examples: [] };

type Ports = Pick<ServerPorts, 'database' | 'clock'>;
type Trx = Transaction<Tables>;

export interface Plan {
  readonly steps: readonly Step[];
  readonly hash: string;
  /** What is published by it: the draft, with what was taken over of changes by hand. */
  readonly design: SectionDesign;
  /** Changes by hand that nobody has settled; nothing is published before. */
  readonly open: readonly Step[];
}

export interface Reviewed extends Pick<Plan, 'steps' | 'hash'> {
  readonly counts: readonly StepCount[];
  readonly isRehearsed: boolean;
}

const tableOf =
  (own: SectionDesign, { others }: DesignWorld) =>
  (section: string): string | undefined =>
    section === own.declaration.name ? own.declaration.table : others.find(({ name }) => name === section)?.table;

/** What a design becomes a section by: looking at what that does, doing it, and taking it away. */
export function createPublisher(ports: Ports, resources: Resources, readWorld: ReadWorld) {
  /** The steps from what is published to the draft. */
  async function planOf(trx: Trx, section: Row<'section'>, choices: Choices, caller: AdminCaller): Promise<Plan> {
    const { renames } = draftOf(section);
    const world = await readWorld(trx, section.name, caller);
    const { design, from, steps: settling, open } = await settle(trx, section, choices, world);
    const issues = designIssues(design, world);
    if (issues.length > 0)
      throw new FieldsRefused(Object.fromEntries(issues.map(({ at, key, params }) => [at, { key, ...(params && { params }) }])));
    const kept = await keptOf(trx, section);
    const options = { renames, choices, kept, revision: section.revision + 1 };
    const steps = [...settling, ...plan(from, shapeOf(design, tableOf(design, world)), options)];
    const said = JSON.stringify({ design, revision: section.revision, shape: section.shape_hash, steps });
    return { steps, hash: await sha256(said), design, open };
  }

  /** What the plan begins with: the table as it stands, and what is to become of what was changed by hand. */
  async function settle(trx: Trx, section: Row<'section'>, choices: Choices, world: DesignWorld): Promise<Settled> {
    const drawing = draftOf(section);
    if (!section.design || !section.table_name) return { design: drawing.design, from: null, steps: [], open: [] };
    return settleDrift({
      drawing,
      published: section.design,
      shape: shapeOf(section.design, tableOf(section.design, world)),
      expected: section.catalogue as Catalogue,
      found: await readCatalogue(trx, section.table_name),
      choices,
      revision: section.revision + 1,
    });
  }

  return {
    /** Tries the plan and takes it back; where that takes too long, as far as it came. */
    async review(name: string, choices: Choices, caller: AdminCaller): Promise<Reviewed> {
      await countAttempt(ports, [{ key: `section-plan:admin:${caller.id}`, limit: SECTION_PLANS }]);
      let planned: Plan | undefined;
      const counts: StepCount[] = [];
      const isSmall = await isRehearsable(ports, name);
      const isWhole = await inRolledBack(ports, async (trx, hurry) => {
        const section = await lockSection(trx, name);
        planned = await planOf(trx, section, choices, caller);
        const tables = tablesOf(section, planned.design);
        if (section.design === null) await refuseTaken(trx, tables[1]);
        const found = (count: StepCount): void => void counts.push(count);
        if (isSmall) await runSteps(trx, planned.steps, { tables, onStop: 'leaveOut', hurry, found });
      });
      if (!planned) throw new Error('nothing was planned');
      const { steps, hash, open } = planned;
      const unsettled = open.map(({ id }) => ({ ...(counts.find((one) => one.id === id) ?? { ...UNCOUNTED, id }), stopping: 1 }));
      return { steps, hash, counts: [...unsettled, ...counts], isRehearsed: isSmall && isWhole };
    },

    /** All of it or nothing; the plan has to be the one that was looked at. @returns the revision */
    async publish(wish: { name: string; version: number; hash: string; choices: Choices }, caller: AdminCaller): Promise<number> {
      return changing(ports, caller, async (trx) => {
        const section = await lockSection(trx, wish.name);
        if (section.version !== wish.version) throw rejection('refusals.designer.conflict');
        const { steps, hash, design, open } = await planOf(trx, section, wish.choices, caller);
        if (hash !== wish.hash) throw rejection('refusals.designer.planChanged');
        if (open.length > 0) throw rejection('refusals.designer.drifted', { names: open.map(({ subject }) => subject).join(', ') });
        const { renames } = draftOf(section);
        resources.check(design.declaration);
        const tables = tablesOf(section, design);
        if (section.design === null) await refuseTaken(trx, tables[1]);
        await runSteps(trx, steps, { tables, onStop: 'throw', counts: false });
        const revision = section.revision + 1;
        const now = nowSeconds(ports);
        await keep(trx, { section: section.name, revision, table: design.declaration.table, former: tables[0] }, steps, now);
        const catalogue = JSON.stringify(await readCatalogue(trx, design.declaration.table));
        const before = section.design?.declaration ?? null;
        const rules = await placeInMenu(trx, { resource: design.declaration, before, ids: section.rule_ids }, now);
        await trx
          .updateTable('section')
          .set({
            design: JSON.stringify(design),
            draft: null,
            controller: design.declaration.controller,
            table_name: design.declaration.table,
            revision,
            state: 'live',
            catalogue,
            shape_hash: await sha256(catalogue),
            rule_ids: JSON.stringify(rules),
            version: section.version + 1,
            update_time: now,
          })
          .where('name', '=', section.name)
          .execute();
        await trx
          .insertInto('section_revision')
          .values({
            section: section.name,
            revision,
            status: 'success',
            design: JSON.stringify(design),
            renames: JSON.stringify(renames),
            plan: JSON.stringify(steps),
            admin_id: caller.id,
            create_time: now,
          })
          .execute();
        return revision;
      });
    },

    async pause(name: string, isPaused: boolean, caller: AdminCaller): Promise<void> {
      await changing(ports, caller, async (trx) => {
        const section = await lockSection(trx, name);
        if (!section.design || (section.state !== 'live' && section.state !== 'paused')) throw rejection('refusals.designer.notLive');
        if (isPaused) await refuseReferred(trx, resources, name);
        else await refuseTargetless(trx, resources, section.design.declaration);
        await trx
          .updateTable('section')
          .set({ state: isPaused ? 'paused' : 'live', update_time: nowSeconds(ports) })
          .where('name', '=', name)
          .execute();
        await hideFromMenu(trx, section.design.declaration, section.rule_ids, isPaused);
      });
    },

    /** The section goes with its menu and rights; its table gets another name, and waits. */
    async remove(wish: { name: string; version: number; table: string }, caller: AdminCaller): Promise<void> {
      await changing(ports, caller, async (trx) => {
        const section = await lockSection(trx, wish.name);
        if (section.version !== wish.version) throw rejection('refusals.designer.conflict');
        if (section.design) {
          await refuseReferred(trx, resources, wish.name);
          if (wish.table !== section.design.declaration.table) throw rejection('refusals.designer.typeTable');
          const whole = shapeOf(section.design, tableOf(section.design, await readWorld(trx, wish.name, caller)));
          const found = await readCatalogue(trx, whole.table);
          const shape = found && standingShape(whole, found);
          // Another section may have had the table and its revisions before: the counter of all changes never comes twice.
          const clock = await trx.selectFrom('section_clock').select('counter').executeTakeFirstOrThrow();
          // Where somebody took the table away by hand, there is nothing that could wait.
          const [step] = plan(shape, null, { revision: clock.counter + 1 });
          const now = nowSeconds(ports);
          if (shape && step) {
            // Columns that wait, wait with it.
            await trx.updateTable('section_kept').set({ table_name: step.detail }).where('table_name', '=', shape.table).execute();
            await runSteps(trx, [step], { tables: [shape.table, shape.table], onStop: 'throw', counts: false });
            await trx
              .insertInto('section_kept')
              .values({
                section: section.name,
                revision: section.revision + 1,
                table_name: step.detail,
                column_name: null,
                shape: null,
                until: now + KEPT_SECONDS,
              })
              .execute();
          }
          await takeFromMenu(trx, section.design.declaration, section.rule_ids);
          await trx
            .insertInto('section_revision')
            .values({
              section: section.name,
              revision: section.revision + 1,
              status: 'delete',
              design: JSON.stringify(section.design),
              renames: JSON.stringify({ columns: {}, options: {} }),
              plan: JSON.stringify(step ? [step] : []),
              admin_id: caller.id,
              create_time: now,
            })
            .execute();
        }
        await trx.deleteFrom('section').where('name', '=', wish.name).execute();
      });
    },
  };
}

/** The table before the plan and after it. */
const tablesOf = (section: Row<'section'>, design: SectionDesign): [string, string] => [
  section.table_name ?? design.declaration.table,
  design.declaration.table,
];

export const draftOf = ({
  draft,
  design,
}: Pick<Row<'section'>, 'draft' | 'design'>): { readonly design: SectionDesign; readonly renames: Renames } => {
  if (draft) return draft;
  if (!design) throw new Error('a section has a draft or was published');
  return { design, renames: { columns: {}, options: {} } };
};

async function lockSection(trx: Trx, name: string): Promise<Row<'section'>> {
  const section = await trx.selectFrom('section').selectAll().where('name', '=', name).forUpdate().executeTakeFirst();
  if (!section) throw rejection('refusals.designer.unknown', { name });
  return section;
}

async function keptOf(
  trx: Pick<Trx, 'selectFrom'>,
  { name, table_name: table }: Pick<Row<'section'>, 'name' | 'table_name'>,
): Promise<readonly KeptColumn[]> {
  const rows = await trx
    .selectFrom('section_kept')
    .select(['column_name', 'shape'])
    .where('section', '=', name)
    .where('table_name', '=', table)
    .where('column_name', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(({ column_name: as, shape }) => (as === null || shape === null ? [] : [{ as, shape }]));
}

async function keep(
  trx: Trx,
  { section, revision, table, former }: { section: string; revision: number; table: string; former: string },
  steps: readonly Step[],
  now: number,
): Promise<void> {
  if (former !== table)
    await trx
      .updateTable('section_kept')
      .set({ table_name: table })
      .where('table_name', '=', former)
      .where('section', '=', section)
      .execute();
  for (const { keeps, brings } of steps) {
    if (keeps) {
      await trx
        .insertInto('section_kept')
        .values({
          section,
          revision,
          table_name: table,
          column_name: keeps.as,
          shape: JSON.stringify(keeps.shape),
          until: now + KEPT_SECONDS,
        })
        .execute();
    }
    if (brings !== undefined)
      await trx.deleteFrom('section_kept').where('table_name', '=', table).where('column_name', '=', brings).execute();
  }
}

async function refuseTaken(trx: Trx, table: string): Promise<void> {
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass(${table}) is not null as is_there`.execute(trx);
  if (rows[0]?.is_there === true) throw rejection('refusals.designer.tableThere', { table });
}

/** A section whose fields name what does not run would not run itself: it stays as it is, and they are told by name. */
async function refuseTargetless(trx: Trx, resources: Resources, { name, fields }: Resource): Promise<void> {
  const sections = await trx.selectFrom('section').select(['design', 'state']).where('design', 'is not', null).execute();
  const running = new Set(othersIn(resources, sections).flatMap(({ resource, isPaused }) => (isPaused ? [] : [resource.name])));
  const named = Object.values(fields).flatMap((field) => ('of' in field && field.of !== name ? [field.of] : []));
  const away = [...new Set(named.filter((one) => !running.has(one)))];
  if (away.length > 0) throw rejection('refusals.designer.targetsAway', { names: away.join(', ') });
}

/** A section that others name stays, also while these pause: they are told by name. */
async function refuseReferred(trx: Trx, resources: Resources, name: string): Promise<void> {
  const sections = await trx.selectFrom('section').select(['design', 'state']).where('design', 'is not', null).execute();
  const referrers = othersIn(resources, sections)
    .map(({ resource }) => resource)
    .filter((resource) => resource.name !== name && Object.values(resource.fields).some((field) => 'of' in field && field.of === name));
  if (referrers.length > 0) throw rejection('refusals.designer.inUse', { names: referrers.map((one) => one.name).join(', ') });
}
