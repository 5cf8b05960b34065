import type { Kysely } from 'kysely';
import { DESIGN_TABLE } from '#domain/designer/design-rules';
import type { SectionDesign } from '#domain/designer/section-design';
import { readStandingTables } from './standing-tables.ts';
import { isCoreTable } from '../tables/table-names.ts';
import type { Tables } from '../tables/tables.ts';

type Sql = Kysely<Tables>;

/** What stands where a client of the family means a table. */
export interface Meant {
  readonly table: string;
  /** The designed section over it; null where there is none, or it was never published. */
  readonly section: { readonly name: string; readonly published: SectionDesign | null; readonly hasDraft: boolean } | null;
  /** Whether there is such a table. */
  readonly stands: boolean;
}

/** Names of tables come without a beginning; ours have one. */
const ownTable = (name: string): string => (DESIGN_TABLE.test(name) ? name : `x_${name}`).slice(0, 41);
export const withoutBeginning = (name: string): string => name.replace(/^x_(?=.)/u, '');
export const plainName = (name: string): string => name.trim().toLowerCase().replaceAll(/[/.]+/gu, '_');

export const readSections = (kysely: Sql) =>
  kysely.selectFrom('section').select(['name', 'table_name', 'design', 'draft', 'state']).execute();
export type MeantSections = Awaited<ReturnType<typeof readSections>>;

/** @param isStanding whether the client has chosen the table from those that stand */
export async function readMeantTable(kysely: Sql, name: string, sections: MeantSections, isStanding: boolean): Promise<Meant> {
  const plain = plainName(name);
  const own = ownTable(plain);
  const unowned = isCoreTable(plain) || plain.startsWith('gone_') ? [] : [plain];
  const order = isStanding ? [...unowned, own] : [own, ...unowned];
  const tableOf = ({ table_name: published, draft }: MeantSections[number]) => published ?? draft?.design.declaration.table;
  const found = order.flatMap((table) => sections.find((one) => tableOf(one) === table) ?? []);
  const standing = await readStandingTables(kysely, [...new Set(order)]);
  const [section] = found;
  const table = (section && tableOf(section)) ?? order.find((one) => standing.some((each) => each.name === one)) ?? own;
  return {
    table,
    section: section ? { name: section.name, published: section.design, hasDraft: section.draft !== null } : null,
    stands: standing.some((one) => one.name === table),
  };
}
