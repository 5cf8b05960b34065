import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import type { LevelOption } from './areas.ts';

interface ChosenLevels {
  readonly lv1: number;
  readonly lv2: number;
  readonly lv3: number;
  readonly type: number;
}

/** The level below the last that is chosen; each chosen one must hang on the one before. 0 stands for none. Source: wire protocol §8.4. */
export async function classificationsBelow(kysely: Kysely<Tables>, { lv1, lv2, lv3, type }: ChosenLevels): Promise<LevelOption[]> {
  const chosen = [lv1, lv2, lv3].slice(0, [lv1, lv2, lv3].findIndex((id) => id === 0) >>> 0);
  const known = await kysely
    .selectFrom('classification')
    .select(['id', 'pid'])
    .where('id', 'in', [0, ...chosen])
    .where('type', '=', type)
    .where('status', '=', '1')
    .execute();
  const isPath = chosen.every((id, level) => known.some((one) => one.id === id && one.pid === (chosen[level - 1] ?? 0)));
  if (!isPath) return [];
  return kysely
    .selectFrom('classification')
    .select(['id as value', 'name as label'])
    .where('pid', '=', chosen.at(-1) ?? 0)
    .where('type', '=', type)
    .where('status', '=', '1')
    .orderBy('weigh', 'desc')
    .orderBy('id')
    .execute();
}
