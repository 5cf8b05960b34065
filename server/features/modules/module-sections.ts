import type { Kysely } from 'kysely';
import type { Row, Tables } from '../../db/tables/tables.ts';

export type ModuleSection = Row<'section'>;

/** The published sections of a module, those that others name before those that name them. */
export async function sectionsOf(kysely: Kysely<Tables>, uid: string): Promise<readonly ModuleSection[]> {
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

/** Sections whose records a section's fields name, without itself. */
export const namedBy = ({ name, design }: Pick<ModuleSection, 'name' | 'design'>): readonly string[] =>
  Object.values(design?.declaration.fields ?? {}).flatMap((field) => ('of' in field && field.of !== name ? [field.of] : []));
