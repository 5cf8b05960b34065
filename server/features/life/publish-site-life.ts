import type { Kysely, Transaction } from 'kysely';
import { isSameValue } from '#domain/base/same-value';
import { rejection } from '#domain/base/failure';
import { planLife } from '#domain/designer/plan-life';
import type { Step } from '#domain/designer/plan-step';
import type { Life } from '#domain/life/life';
import { asBase, asKept, asRun } from '#domain/life/site-life';
import type { AdminCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import type { LivingResource } from '#domain/table/resource';
import { isLiving } from '../../db/sections/guard-lives.ts';
import { lifeHash, lockLife } from '../../db/sections/life-hash.ts';
import { settleLife } from '../../db/sections/settle-life.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { mayListOf } from '../../resources/access/permissions.ts';
import type { Resources } from '../../resources/registry.ts';
import type { createProgramWords } from '../base/program-words.ts';
import { runSteps } from '../designer/run-steps.ts';
import { placeLifeRights } from '../designer/section-menu.ts';
import { refuseIssues } from '../designer/taken-table.ts';
import { lifeIssuesOf } from './drawn-site-life.ts';

type Trx = Transaction<Tables>;
export type StoredSiteLife = Row<'site_life'>;

export interface PlannedLife {
  readonly before: LivingResource;
  readonly after: LivingResource;
  readonly steps: readonly Step[];
  readonly hash: string;
}

export interface PublishWish {
  readonly name: string;
  /** Of the draft that was looked at. */
  readonly version: number;
  readonly hash: string;
}

export const isBehind = (row: StoredSiteLife | undefined, program: LivingResource): boolean =>
  row !== undefined && !isSameValue(row.base, asBase(program.life));
export const drawnOf = (row: StoredSiteLife | undefined, program: LivingResource): Life => row?.draft ?? row?.life ?? program.life;

/** Whether it says nothing but what the program says. */
const isPrograms = (program: LivingResource, kept: Life): boolean =>
  isSameValue(asRun(program.life, kept), asRun(program.life, asBase(program.life)));

/** Sections of the program that may live otherwise than they are shipped. */
export function createLivingPrograms({ database: { kysely } }: Pick<ServerPorts, 'database'>, resources: Resources) {
  /** A section of the program that is not designed here and whose list the caller may open, as the program has it. */
  async function programOf(name: string, caller: AdminCaller, from: Kysely<Tables> = kysely): Promise<LivingResource> {
    const found = (await known(caller, from)).find((one) => one.name === name);
    if (!found) throw rejection('refusals.designer.unknown', { name });
    return found;
  }

  async function known(caller: AdminCaller, from: Kysely<Tables> = kysely): Promise<readonly LivingResource[]> {
    const designed = new Set((await from.selectFrom('section').select('name').execute()).map(({ name }) => name));
    return resources
      .all()
      .flatMap(({ resource: { name } }) => resources.shippedAs(name) ?? [])
      .filter(isLiving)
      .filter((one) => !designed.has(one.name) && mayListOf(one, caller));
  }

  /** As it runs in this process. */
  const runningOf = (program: LivingResource): LivingResource => {
    const running = resources.get(program.name)?.resource;
    return running && isLiving(running) ? running : program;
  };

  return { known, programOf, runningOf };
}

interface Surroundings {
  readonly ports: Pick<ServerPorts, 'clock'>;
  readonly resources: Resources;
  readonly words: ReturnType<typeof createProgramWords>;
  readonly programs: ReturnType<typeof createLivingPrograms>;
}

/** Plans what leads from the life that runs to the one that is drawn, and carries it out. */
export function createLifePublishing({ ports, resources, words, programs: { programOf, runningOf } }: Surroundings) {
  const eventWords = (name: string) => (event: string) => words.eventWords(name, event);
  const keptAs = (program: LivingResource, drawn: Life): Life => asKept(program.life, drawn, eventWords(program.name));

  async function planOf(program: LivingResource, row: StoredSiteLife, caller: AdminCaller): Promise<PlannedLife> {
    const kept = keptAs(program, drawnOf(row, program));
    refuseIssues(lifeIssuesOf(resources, program, kept, caller));
    const life = isPrograms(program, kept) ? program.life : asRun(program.life, kept);
    const before = runningOf(program);
    const after: LivingResource = { ...before, life };
    const steps = planLife(before, after);
    return { before, after, steps, hash: await sha256(JSON.stringify([await lifeHash(before.life), await lifeHash(life), steps])) };
  }

  async function publishIn(trx: Trx, wish: PublishWish, caller: AdminCaller): Promise<number> {
    const program = await programOf(wish.name, caller, trx);
    const row = await claimLife(trx, program);
    if (row.version !== wish.version) throw rejection('refusals.designer.conflict');
    const { before, after, steps, hash } = await planOf(program, row, caller);
    if (hash !== wish.hash) throw rejection('refusals.designer.planChanged');
    const now = nowSeconds(ports);
    const isBack = isSameValue(after.life, program.life);
    await lockLife(trx, program.name);
    await runSteps(trx, steps, { tables: [after.table, after.table], onStop: 'throw', counts: false });
    await settleLife(trx, { before, after }, { origin: isBack ? 'shipped' : 'site', adminId: caller.id, now });
    await placeLifeRights(trx, { before, after }, (event) => words.eventWords(program.name, event)?.['zh-cn'] ?? event, now);
    if (isBack) await trx.deleteFrom('site_life').where('resource', '=', program.name).execute();
    else
      await trx
        .updateTable('site_life')
        .set({
          draft: null,
          life: JSON.stringify(keptAs(program, drawnOf(row, program))),
          state: 'live',
          version: row.version + 1,
          update_time: now,
        })
        .where('resource', '=', program.name)
        .execute();
    const { revision } = await trx
      .selectFrom('life_revision')
      .select((one) => one.fn.max<number>('revision').as('revision'))
      .where('resource', '=', program.name)
      .executeTakeFirstOrThrow();
    return revision;
  }

  return { keptAs, planOf, publishIn };
}

/** The draft, held until the transaction ends. @throws FailureError where nothing is drawn, or the program's own life has changed since */
export async function claimLife(trx: Trx, program: LivingResource): Promise<StoredSiteLife> {
  const row = await trx.selectFrom('site_life').selectAll().where('resource', '=', program.name).forUpdate().executeTakeFirst();
  if (!row) throw rejection('refusals.designer.unknown', { name: program.name });
  if (isBehind(row, program)) throw rejection('refusals.designer.lifeBehind');
  return row;
}
