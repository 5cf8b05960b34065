import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Choices, Step } from '#domain/designer/plan-step';
import type { SectionDesign } from '#domain/designer/section-design';
import { plan } from '#domain/designer/table-plan';
import { shapeOf } from '#domain/designer/table-shape';
import type { AdminCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { SECTION_PLANS } from '../../base/limits.ts';
import { readCatalogue } from '../../db/sections/catalogue.ts';
import { forgetLife, openTable, settleLife } from '../../db/sections/settle-life.ts';
import type { SectionDraft } from '../../db/tables/designer-tables.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { nowSeconds } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';
import { idempotent } from '../../resources/write/idempotent.ts';
import { countAttempt } from '../base/throttle.ts';
import type { ReadWorld } from './design-world.ts';
import { drawnSection, lockSection } from './drawn-section.ts';
import { changing, inRolledBack, isRehearsable, type DesignerPorts } from './designer-transaction.ts';
import { followInSections, followRenames } from './follow-renames.ts';
import { type BeforeStep, runSteps, type StepCount } from './run-steps.ts';
import { standingShape } from './settle-drift.ts';
import { keep, keepTable } from './kept-columns.ts';
import { noteDeletion, noteRevision, type DesignLog } from './note-revision.ts';
import { refuseOfModule } from './of-module.ts';
import { refuseInSource } from './source/in-source.ts';
import { createPlanner, drawnDraft, tableOf, type Plan } from './planner.ts';
import { refuseReferred, refuseTargetless } from './section-relations.ts';
import { takeEmptyDirectory } from '../base/rule-holders.ts';
import { placeInMenu, setSectionPaused, showInMenu, takeFromMenu } from './section-menu.ts';

const UNCOUNTED: Omit<StepCount, 'id'> = { rows: null, converted: 0, returned: 0, stopping: 0, examples: [] };

type Trx = Transaction<Tables>;

/** What is to be published: the draft that is kept, or a drawing that comes with the call. */
interface Wish {
  readonly name: string;
  readonly choices: Choices;
  readonly drawn?: SectionDraft;
}

interface PublishWish extends Wish {
  readonly hash: string;
  /** Of the draft that was looked at; a drawing has none. */
  readonly version?: number;
  /** Sees the table at each step: what a step does to it can be told neither before the one in front of it nor afterwards. */
  readonly beforeStep?: BeforeStep;
}

interface RemoveWish {
  readonly name: string;
  /** Of the draft; none where nobody has looked at it. */
  readonly version?: number;
  /** The name of its table, typed; none where the table stays. */
  readonly table?: string;
}

export interface Reviewed extends Pick<Plan, 'steps' | 'hash'> {
  readonly counts: readonly StepCount[];
  readonly isRehearsed: boolean;
}

/**
 * What a design becomes a section by: looking at what that does, doing it, and taking it away.
 * @param owner the module whose sections are changed; null where people change theirs
 */
export function createPublisher(ports: DesignerPorts, resources: Resources, readWorld: ReadWorld, owner: string | null = null) {
  const planOf = createPlanner(readWorld);
  const source = owner === null ? 'designer' : null;

  /** The section is locked, and may be changed by whoever calls. */
  async function claim(trx: Trx, name: string, drawn?: SectionDraft): Promise<Row<'section'>> {
    const section = await (drawn ? drawnSection(trx, name, drawn, nowSeconds(ports)) : lockSection(trx, name));
    refuseOfModule(section, owner);
    refuseInSource(resources, name);
    return section;
  }

  async function publishIn(trx: Trx, wish: PublishWish, caller: AdminCaller): Promise<number> {
    const { name, drawn, choices, beforeStep } = wish;
    const section = await claim(trx, name, drawn);
    if (!drawn && section.version !== wish.version) throw rejection('refusals.designer.conflict');
    const { steps, hash, design, open, takesTable } = await planOf(trx, section, choices, caller);
    if (hash !== wish.hash) throw rejection('refusals.designer.planChanged');
    if (open.length > 0) throw rejection('refusals.designer.drifted', { names: open.map(({ subject }) => subject).join(', ') });
    const { renames, isRebuilt } = drawnDraft(section);
    // Their fields name records of the table that goes.
    if (isRebuilt && section.design) await refuseReferred(trx, resources, name);
    const now = nowSeconds(ports);
    const change = section.design && { before: section.design, after: design, renames };
    const others = change ? await followInSections(trx, change, { adminId: caller.id, now }) : [];
    if (takesTable) resources.importTable(design.declaration.table);
    resources.check(design.declaration, ...others);
    const tables = tablesOf(section, design);
    const lives = { before: isRebuilt === true ? null : (section.design?.declaration ?? null), after: design.declaration };
    if (isRebuilt === true && section.design) await forgetLife(trx, section.design.declaration);
    await openTable(trx, lives);
    await runSteps(trx, steps, {
      tables,
      onStop: 'throw',
      counts: false,
      ...(ports.hurry && { hurry: ports.hurry }),
      ...(beforeStep && { beforeStep }),
    });
    await settleLife(trx, lives, { origin: owner === null ? 'designed' : 'module', adminId: caller.id, now });
    const revision = section.revision + 1;
    for (const step of steps) if (step.kind === 'dropTable') await keepTable(trx, { section: section.name, revision, step }, now);
    await keep(trx, { section: section.name, revision, table: design.declaration.table, former: tables[0] }, steps, now);
    const catalogue = JSON.stringify(await readCatalogue(trx, design.declaration.table));
    const before = section.design?.declaration ?? null;
    if (change) await followRenames(trx, change);
    if (section.state === 'paused' && before) await showInMenu(trx, before, section.rule_ids, section.hidden_rules);
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
        ...(takesTable && { origin: 'table' }),
        catalogue,
        shape_hash: await sha256(catalogue),
        rule_ids: JSON.stringify(rules),
        hidden_rules: null,
        version: section.version + 1,
        update_time: now,
      })
      .where('name', '=', section.name)
      .execute();
    await noteRevision(trx, { design, revision, status: 'success', renames, steps }, { adminId: caller.id, now });
    return revision;
  }

  async function removeIn(trx: Trx, section: Row<'section'>, wish: RemoveWish, caller: AdminCaller): Promise<void> {
    if (wish.version !== undefined && section.version !== wish.version) throw rejection('refusals.designer.conflict');
    if (section.design) {
      await refuseReferred(trx, resources, wish.name);
      const stays = wish.table === undefined || section.origin === 'table';
      if (wish.table !== undefined && wish.table !== section.design.declaration.table) throw rejection('refusals.designer.typeTable');
      const whole = shapeOf(section.design, tableOf(section.design, await readWorld(trx, wish.name, caller)));
      const found = await readCatalogue(trx, whole.table);
      await forgetLife(trx, section.design.declaration);
      const shape = found && standingShape(whole, found);
      // Another section may have had the table and its revisions before: the counter of all changes never comes twice.
      const clock = await trx.selectFrom('section_clock').select('counter').executeTakeFirstOrThrow();
      // Where somebody took the table away by hand, there is nothing that could wait.
      const [step] = stays ? [] : plan(shape, null, { revision: clock.counter + 1 });
      const now = nowSeconds(ports);
      if (shape && step) {
        await runSteps(trx, [step], { tables: [shape.table, shape.table], onStop: 'throw', counts: false });
        // Columns that wait, wait with it.
        await keepTable(trx, { section: section.name, revision: section.revision + 1, step }, now);
      }
      await takeFromMenu(trx, section.design.declaration, section.rule_ids);
      if (wish.table === undefined) await takeEmptyDirectory(trx, section.design.declaration);
      const gone = { design: section.design, revision: section.revision + 1, status: 'delete', steps: step ? [step] : [] } as const;
      await noteRevision(trx, gone, { adminId: caller.id, now });
    }
    await trx.deleteFrom('section').where('name', '=', wish.name).execute();
  }

  return {
    /** Tries the plan and takes it back; where that takes too long, as far as it came. */
    async review({ name, choices, drawn }: Wish, caller: AdminCaller): Promise<Reviewed> {
      await countAttempt(ports, [{ key: `section-plan:admin:${caller.id}`, limit: SECTION_PLANS }]);
      let planned: Plan | undefined;
      const counts: StepCount[] = [];
      const isSmall = await isRehearsable(ports, name, drawn);
      const isWhole = await inRolledBack(ports, async (trx, hurry) => {
        // What becomes of a module's section may be looked at; what is drawn over it is nobody's.
        refuseInSource(resources, name);
        const section = await (drawn ? claim(trx, name, drawn) : lockSection(trx, name));
        planned = await planOf(trx, section, choices, caller);
        const tables = tablesOf(section, planned.design);
        if (isSmall) await openTable(trx, { before: section.design?.declaration ?? null, after: planned.design.declaration });
        if (isSmall) await runSteps(trx, planned.steps, { tables, onStop: 'leaveOut', hurry, found: (count) => void counts.push(count) });
      });
      if (!planned) throw new Error('nothing was planned');
      const { steps, hash, open } = planned;
      const unsettled = open.map(({ id }) => ({ ...(counts.find((one) => one.id === id) ?? { ...UNCOUNTED, id }), stopping: 1 }));
      return { steps, hash, counts: [...unsettled, ...counts], isRehearsed: isSmall && isWhole };
    },

    /** All of it or nothing; the plan has to be the one that was looked at. @returns the revision */
    async publish(wish: PublishWish, caller: AdminCaller): Promise<number> {
      return changing(ports, caller, source, (trx) => idempotent(trx, caller, nowSeconds(ports), () => publishIn(trx, wish, caller)));
    },

    async pause(name: string, isPaused: boolean, caller: AdminCaller): Promise<void> {
      await changing(ports, caller, source, async (trx) => {
        const section = await claim(trx, name);
        if (!section.design || (section.state !== 'live' && section.state !== 'paused')) throw rejection('refusals.designer.notLive');
        if (isPaused) await refuseReferred(trx, resources, name);
        else await refuseTargetless(trx, resources, section.design.declaration);
        await setSectionPaused(trx, section, isPaused, nowSeconds(ports));
      });
    },

    /** The section goes with its menu and rights; its table gets another name, and waits. One that stood before the section stays. */
    async remove(wish: RemoveWish, caller: AdminCaller): Promise<void> {
      await changing(ports, caller, source, async (trx) => removeIn(trx, await claim(trx, wish.name), wish, caller));
    },

    /** Where the section that the log is of has its table still, it goes without it; the log says so with the same end. */
    async removeLogged(log: DesignLog, caller: AdminCaller): Promise<void> {
      await changing(ports, caller, source, async (trx) => {
        const known = await trx.selectFrom('section').select('name').where('name', '=', log.section).executeTakeFirst();
        const section = known && (await claim(trx, log.section));
        if (section?.table_name === log.table) await removeIn(trx, section, { name: log.section }, caller);
        await noteDeletion(trx, log);
      });
    },
  };
}

/** The table before the plan and after it. */
const tablesOf = (section: Row<'section'>, design: SectionDesign): [string, string] => [
  section.table_name ?? design.declaration.table,
  design.declaration.table,
];

/** A plan as whoever looks at it reads it. */
export function reviewOf({ steps, hash, counts, isRehearsed }: Reviewed) {
  const countOf = (step: Step) => counts.find(({ id }) => id === step.id);
  return {
    hash,
    isRehearsed,
    steps: steps.map((step) => {
      const count = countOf(step);
      return {
        id: step.id,
        kind: step.kind,
        class: step.class,
        subject: step.subject,
        detail: step.detail,
        sql: [...step.sql],
        acts: [...step.acts],
        rows: count?.rows ?? null,
        converted: count?.converted ?? 0,
        returned: count?.returned ?? 0,
        stopping: count?.stopping ?? 0,
        examples: [...(count?.examples ?? [])],
      };
    }),
  };
}
