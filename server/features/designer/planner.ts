import type { Transaction } from 'kysely';
import { nodeOf } from '#api/contract/base/endpoint';
import { removeSection } from '#api/contract/designer/designer';
import { rejection } from '#domain/base/failure';
import { designIssues, type DesignWorld } from '#domain/designer/design-rules';
import { planLife } from '#domain/designer/plan-life';
import type { Choices, Step } from '#domain/designer/plan-step';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import { plan } from '#domain/designer/table-plan';
import { shapeOf } from '#domain/designer/table-shape';
import { planTaking, unfitColumns } from '#domain/designer/taking/plan-taking';
import type { AdminCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { readCatalogue, type Catalogue } from '../../db/sections/catalogue.ts';
import type { SectionDraft } from '../../db/tables/designer-tables.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { may } from '../../resources/access/permissions.ts';
import type { ReadWorld } from './design-world.ts';
import { shownElsewhere } from './follow-renames.ts';
import { keptOf } from './kept-columns.ts';
import { settleDrift, standingShape, type Settled } from './settle-drift.ts';
import { refuseIssues, refuseUnfit, standingTable } from './taken-table.ts';

type Trx = Transaction<Tables>;

export interface Plan {
  readonly steps: readonly Step[];
  readonly hash: string;
  /** What is published by it: the draft, with what was taken over of changes by hand. */
  readonly design: SectionDesign;
  /** Changes by hand that nobody has settled; nothing is published before. */
  readonly open: readonly Step[];
  /** Whether the table is one that stood before the section. */
  readonly takesTable: boolean;
}

export const drawnDraft = ({ draft, design }: Pick<Row<'section'>, 'draft' | 'design'>): SectionDraft => {
  if (draft) return draft;
  if (!design) throw new Error('a section has a draft or was published');
  return { design, renames: NO_RENAMES };
};

/** The tables of other sections, by their names. */
export const tableOf =
  (own: SectionDesign, { others }: DesignWorld) =>
  (section: string): string | undefined =>
    section === own.declaration.name ? own.declaration.table : others.find(({ name }) => name === section)?.table;

/** What a plan begins with: the table as it stands, and what is to become of what was changed by hand. */
async function settle(trx: Trx, section: Row<'section'>, choices: Choices, world: DesignWorld, caller: AdminCaller): Promise<Settled> {
  const drawing = drawnDraft(section);
  if (drawing.isRebuilt && section.table_name) return setAside(trx, section, section.table_name, world, caller);
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

/** The table goes with its rows, to wait, and the design gets another one of its name. */
async function setAside(trx: Trx, section: Row<'section'>, table: string, world: DesignWorld, caller: AdminCaller): Promise<Settled> {
  // The records go as they do with the section, whatever the call is named.
  if (!may(caller, nodeOf(removeSection))) throw rejection('refusals.designer.rebuildTakesAway');
  // Others may use a table that stood before its section: it is never taken from them.
  if (section.origin === 'table') throw rejection('refusals.designer.tableStoodBefore', { name: table });
  const { design } = drawnDraft(section);
  const found = section.design && (await readCatalogue(trx, table));
  const whole = section.design && shapeOf(section.design, tableOf(section.design, world));
  // Another section may have had the table and its revisions before: the counter of all changes never comes twice.
  const { counter } = await trx.selectFrom('section_clock').select('counter').executeTakeFirstOrThrow();
  const steps = found && whole ? plan(standingShape(whole, found), null, { revision: counter + 1 }) : [];
  return { design, from: null, steps, open: [] };
}

/** The steps from what is published to the draft. */
export const createPlanner =
  (readWorld: ReadWorld) =>
  async (trx: Trx, section: Row<'section'>, choices: Choices, caller: AdminCaller): Promise<Plan> => {
    const { renames } = drawnDraft(section);
    const world = await readWorld(trx, section.name, caller);
    const { design, from, steps: settling, open } = await settle(trx, section, choices, world, caller);
    refuseIssues(designIssues(design, world));
    const elsewhere = section.design ? shownElsewhere(section.design, design, renames, world.others) : [];
    if (elsewhere.length > 0) throw rejection('refusals.designer.shownElsewhere', { names: elsewhere.join(', ') });
    const to = shapeOf(design, tableOf(design, world));
    const options = { renames, choices, kept: await keptOf(trx, section), revision: section.revision + 1 };
    const standing = section.design ? null : await standingTable(trx, design);
    if (standing) refuseUnfit(design, unfitColumns(standing, to));
    const former = drawnDraft(section).isRebuilt ? null : (section.design?.declaration ?? null);
    const steps = [
      ...settling,
      ...(standing ? planTaking(standing, to, options) : plan(from, to, options)),
      ...planLife(former, design.declaration),
    ];
    const said = JSON.stringify({ design, revision: section.revision, shape: section.shape_hash, steps });
    return { steps, hash: await sha256(said), design, open, takesTable: standing !== null };
  };
