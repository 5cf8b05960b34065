import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';

export interface LevelOption {
  readonly value: number;
  readonly label: string;
}

/** Provinces; cities of a province; districts of a city, if its province is named too. 0 names none. Source: wire protocol §5.1. */
export async function areasBelow(
  kysely: Kysely<Tables>,
  { province, city }: { readonly province: number; readonly city: number },
): Promise<LevelOption[]> {
  const areas = kysely.selectFrom('area').select(['area.id as value', 'area.name as label']).orderBy('area.id');
  if (province === 0) return areas.where('area.pid', '=', 0).execute();
  if (city === 0) return areas.where('area.pid', '=', province).where('area.level', '=', 2).execute();
  return areas
    .innerJoin('area as parent', 'parent.id', 'area.pid')
    .where('parent.id', '=', city)
    .where('parent.pid', '=', province)
    .execute();
}

/** Whether these codes name areas that exist, each within the one before it. */
export async function isAreaPath(kysely: Kysely<Tables>, codes: readonly string[]): Promise<boolean> {
  if (!codes.every((code) => /^[1-9]\d{1,5}$/u.test(code))) return false;
  const areas = await kysely.selectFrom('area').select(['id', 'pid']).where('id', 'in', codes.map(Number)).execute();
  const parents = new Map(areas.map(({ id, pid }) => [String(id), String(pid)]));
  return codes.every((code, index) => parents.get(code) === (codes[index - 1] ?? '0'));
}
