import { sql, type Kysely } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { LevelOption } from './areas.ts';
import type { AdminCaller } from '../../base/caller.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock'>;

/** Which selector: what it offers, and how many levels of it. */
interface Selector {
  readonly type: number;
  readonly lv: number;
}

/** The projects below another, or at the top (0). One that is switched off is shown and cannot be chosen. Source: wire protocol §8.4. */
export async function projectsBelow(
  kysely: Kysely<Tables>,
  { type, pid }: { readonly type: number; readonly pid: number },
): Promise<(LevelOption & { readonly disabled: boolean })[]> {
  const rows = await kysely
    .selectFrom('project')
    .select(['id as value', 'name as label', 'status'])
    .where('pid', '=', pid)
    .where('type', '=', type)
    .orderBy('weigh', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ status, ...option }) => ({ ...option, disabled: status === '0' }));
}

/** Whether the header has something to offer. */
export async function hasProjects(kysely: Kysely<Tables>): Promise<boolean> {
  const first = await kysely
    .selectFrom('project')
    .select('id')
    .where('pid', '=', 0)
    .where('type', '=', 1)
    .where('status', '=', '1')
    .limit(1)
    .executeTakeFirst();
  return first !== undefined;
}

/** What the caller has chosen, from the top down; empty also where it can be chosen no longer. */
export async function projectChoiceOf(kysely: Kysely<Tables>, { type, lv }: Selector, caller: AdminCaller): Promise<number[]> {
  const choice = await kysely
    .selectFrom('project_choice')
    .select('ids')
    .where('admin_id', '=', caller.id)
    .where('type', '=', type)
    .where('lv', '=', lv)
    .executeTakeFirst();
  const last = choice?.ids.at(-1);
  if (!choice || last === undefined) return [];
  const line = await lineOf(kysely, last);
  const isAsChosen = line.length === choice.ids.length && line.every(({ id }, level) => id === choice.ids[level]);
  return isAsChosen && line.every(isOpen) ? [...choice.ids] : [];
}

/** Remembers what the caller works on: the last project alone says which, all of them must say the same. */
export async function storeProjectChoice(
  { database, clock }: Ports,
  { set_id: ids, type, lv }: Selector & { readonly set_id: readonly number[] },
  caller: AdminCaller,
): Promise<void> {
  const { kysely } = database;
  const last = ids.at(-1);
  if (last === undefined) {
    await kysely.deleteFrom('project_choice').where('admin_id', '=', caller.id).where('type', '=', type).where('lv', '=', lv).execute();
    return;
  }
  const line = await lineOf(kysely, last);
  const [top] = line;
  const isLine = ids.length === 1 || (ids.length === line.length && ids.every((id, level) => line[level]?.id === id));
  if (!top || !isLine || line.length > lv || !line.every(isOpen)) throw rejection('refusals.projectClosed');
  const choice = { ids: JSON.stringify(line.map(({ id }) => id)), update_time: nowSeconds({ clock }) };
  await kysely
    .insertInto('project_choice')
    .values({ admin_id: caller.id, type: top.type, lv, ...choice })
    .onConflict((conflict) => conflict.columns(['admin_id', 'type', 'lv']).doUpdateSet(choice))
    .execute();
}

interface LineProject {
  readonly id: number;
  readonly type: number;
  readonly status: '0' | '1';
}

const isOpen = ({ status }: LineProject): boolean => status === '1';

/** A project and those above it, from the top down; empty when there is none of that id. */
async function lineOf(kysely: Kysely<Tables>, id: number): Promise<LineProject[]> {
  const rows = await kysely
    .withRecursive('line', (with_) =>
      with_
        .selectFrom('project')
        .select(['id', 'pid', 'type', 'status', sql<number>`0`.as('height')])
        .where('id', '=', id)
        .unionAll(
          with_
            .selectFrom('project')
            .innerJoin('line', 'line.pid', 'project.id')
            .select(['project.id', 'project.pid', 'project.type', 'project.status', sql<number>`line.height + 1`.as('height')]),
        ),
    )
    .selectFrom('line')
    .select(['id', 'type', 'status'])
    .orderBy('height', 'desc')
    .execute();
  return rows;
}
