import type { SectionRecords } from '#domain/modules/module-plan';
import { sql, type Kysely } from 'kysely';
import { countSql, type Step } from '#domain/designer/plan-step';
import type { SectionDesign } from '#domain/designer/section-design';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { readWaiting } from './waiting-rows.ts';

export type ModuleSection = Row<'section'>;

/** The published sections of a module, those that others name before those that name them. */
export async function sectionsOfModule(kysely: Kysely<Tables>, uid: string): Promise<readonly ModuleSection[]> {
  const all = await kysely
    .selectFrom('section')
    .selectAll()
    .where('module_uid', '=', uid)
    .where('design', 'is not', null)
    .orderBy('name')
    .execute();
  const byName = new Map(all.map((one) => [one.name, one]));
  const order = new Set<ModuleSection>();
  const visit = (one: ModuleSection): void => {
    if (order.has(one)) return;
    for (const name of namedBy(one)) {
      const other = byName.get(name);
      if (other) visit(other);
    }
    order.add(one);
  };
  for (const one of all) visit(one);
  return [...order];
}

/** A section, and the table that its records are in. */
interface Counted {
  readonly name: string;
  readonly design: SectionDesign | null;
  readonly table: string;
}

/** Those of them that have a table, with it. */
export const inTables = (sections: readonly ModuleSection[]): readonly Counted[] =>
  sections.flatMap(({ name, design, table_name: table }) => (table === null ? [] : [{ name, design, table }]));

/** Sections whose records a section's fields name, without itself. */
export const namedBy = ({ name, design }: Pick<ModuleSection, 'name' | 'design'>): readonly string[] =>
  Object.values(design?.declaration.fields ?? {}).flatMap((field) => ('of' in field && field.of !== name ? [field.of] : []));

/** How many records each of these sections has. */
export async function countRecords(kysely: Kysely<Tables>, sections: readonly Counted[]): Promise<readonly SectionRecords[]> {
  const counted: SectionRecords[] = [];
  for (const { name, design, table } of sections) {
    const { rows } = await sql<{ rows: number }>`select count(*)::integer as rows from ${sql.table(table)}`.execute(kysely);
    counted.push({ name, label: { ...design?.declaration.label }, rows: rows[0]?.rows ?? 0 });
  }
  return counted;
}

/**
 * What goes where a module is removed, or where what waits of one goes: how many records of which section.
 * @param of `records` for what waits alone, also of a module that is there again
 */
export async function recordsOf(kysely: Kysely<Tables>, uid: string, of?: 'records'): Promise<readonly SectionRecords[]> {
  const own = of === 'records' ? [] : await sectionsOfModule(kysely, uid);
  const waiting = (await readWaiting(kysely, uid)).get(uid) ?? [];
  // With a module those of sections go that a version had before.
  const going = waiting.filter(({ comesBack }) => own.length === 0 || comesBack);
  const counted = await countRecords(kysely, [...inTables(own), ...going.map(({ section: name, ...kept }) => ({ name, ...kept }))]);
  // Several tables of one section may wait.
  return [...Map.groupBy(counted, ({ name }) => name).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, rows: others.reduce((all, { rows }) => all + rows, first.rows) }] : [],
  );
}

/**
 * How many records a step takes something from, or stand against it; null where it does neither, or speaks of none in particular. Its
 * condition is one on the table as it is just before the step: no other moment can be asked.
 */
export async function countConcerned(
  kysely: Kysely<Tables>,
  table: string,
  step: Pick<Step, 'class' | 'concerns'>,
): Promise<number | null> {
  if (step.class === 'safe' || step.concerns === undefined) return null;
  const { rows } = await sql.raw<{ rows: number }>(countSql(table, step.concerns)).execute(kysely);
  return rows[0]?.rows ?? 0;
}
