import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type * as contract from '#api/contract/designer/site-lives';
import { isSameValue } from '#domain/base/same-value';
import { rejection } from '#domain/base/failure';
import type { SectionDesign } from '#domain/designer/section-design';
import { asBase } from '#domain/life/site-life';
import type { Life } from '#domain/life/life';
import type { AdminCaller } from '../../base/caller.ts';
import { SECTION_PLANS } from '../../base/limits.ts';
import type { LivingResource } from '#domain/table/resource';
import { lifeHash } from '../../db/sections/life-hash.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import type { Resources } from '../../resources/registry.ts';
import { idempotent } from '../../resources/write/idempotent.ts';
import { countAttempt } from '../base/throttle.ts';
import { changing, inRolledBack, type DesignerPorts } from '../designer/designer-transaction.ts';
import { createProgramWords } from '../base/program-words.ts';
import { runSteps, type StepCount } from '../designer/run-steps.ts';
import { designWith, lifeIssuesOf, readLifeOf } from './drawn-site-life.ts';
import {
  claimLife,
  createLifePublishing,
  createLivingPrograms,
  drawnOf,
  isBehind,
  type PlannedLife,
  type PublishWish,
  type StoredSiteLife,
} from './publish-site-life.ts';

type Ports = DesignerPorts & Pick<ServerPorts, 'messages'>;

/** Revisions that are told at most. */
const TOLD = 100;
/** The program's own life among the revisions. */
const PROGRAM = 0;

/** Lives that a site draws for the records of the program's sections, from a draft to what runs in every process. */
export function createSiteLives(ports: Ports, resources: Resources) {
  const { kysely } = ports.database;
  const words = createProgramWords(ports.messages);
  const programs = createLivingPrograms(ports, resources);
  const { known, programOf, runningOf } = programs;
  const { keptAs, planOf, publishIn } = createLifePublishing({ ports, resources, words, programs });

  const find = (name: string): Promise<StoredSiteLife | undefined> =>
    kysely.selectFrom('site_life').selectAll().where('resource', '=', name).executeTakeFirst();

  async function formerLife(program: LivingResource, revision: number): Promise<Life> {
    if (revision === PROGRAM) return program.life;
    const row = await kysely
      .selectFrom('life_revision')
      .select('life')
      .where('resource', '=', program.name)
      .where('revision', '=', revision)
      .executeTakeFirst();
    if (!row?.life) throw rejection('refusals.recordNotFound');
    return row.life;
  }

  return {
    async list(caller: AdminCaller): Promise<OutputOf<typeof contract.listSiteLives>> {
      const rows = new Map((await kysely.selectFrom('site_life').selectAll().execute()).map((row) => [row.resource, row]));
      const list = (await known(caller)).map((program) => {
        const row = rows.get(program.name);
        return {
          name: program.name,
          label: { ...words.worded(program).label },
          state: stateOf(row),
          hasDraft: isDrawn(row, program),
          isBehind: isBehind(row, program),
          version: row?.version ?? 0,
        } as const;
      });
      return { list };
    },

    async read(
      { name, revision }: ParsedInputOf<typeof contract.readSiteLife>,
      caller: AdminCaller,
    ): Promise<OutputOf<typeof contract.readSiteLife>> {
      const program = await programOf(name, caller);
      const row = await find(name);
      const told = (life: Life): SectionDesign => designWith(words, program, life);
      const drawn = told(drawnOf(row, program));
      return {
        name,
        state: stateOf(row),
        version: row?.version ?? 0,
        over: await lifeHash(asBase(program.life)),
        design: revision === undefined ? drawn : told(await formerLife(program, revision)),
        drawn,
        published: told(runningOf(program).life),
        program: row && isBehind(row, program) ? { before: told(row.base), now: told(program.life) } : null,
      };
    },

    async save({ name, life: json, version, over }: ParsedInputOf<typeof contract.saveSiteLife>, caller: AdminCaller) {
      const program = await programOf(name, caller);
      const drawn = readLifeOf(json);
      // A page that was opened before a release has not seen what that changed.
      if (over !== (await lifeHash(asBase(program.life)))) throw rejection('refusals.designer.lifeBehind');
      const now = nowSeconds(ports);
      const values = { draft: JSON.stringify(keptAs(program, drawn)), base: JSON.stringify(asBase(program.life)), update_time: now };
      const saved = await ports.database.transaction(async (trx) => {
        await requireSession(trx, caller, ports);
        return version === 0
          ? trx
              .insertInto('site_life')
              .values({ ...values, resource: name, create_time: now })
              .onConflict((on) => on.column('resource').doNothing())
              .returning('version')
              .executeTakeFirst()
          : trx
              .updateTable('site_life')
              .set({ ...values, version: version + 1 })
              .where('resource', '=', name)
              .where('version', '=', version)
              .returning('version')
              .executeTakeFirst();
      });
      if (!saved) throw rejection('refusals.designer.conflict');
      const { language } = caller.client;
      const issues = lifeIssuesOf(resources, program, drawn, caller);
      return {
        version: saved.version,
        issues: issues.map(({ at, key, params }) => ({ at, message: ports.messages.text(language, key, params) })),
      };
    },

    /** What publishing would do, counted; nothing is tried, as no step of a life's plan changes a row by itself. */
    async plan(name: string, caller: AdminCaller) {
      await countAttempt(ports, [{ key: `section-plan:admin:${caller.id}`, limit: SECTION_PLANS }]);
      const program = await programOf(name, caller);
      let planned: PlannedLife | undefined;
      const counts: StepCount[] = [];
      const isWhole = await inRolledBack(ports, async (trx, hurry) => {
        planned = await planOf(program, await claimLife(trx, program), caller);
        const tables = [program.table, program.table] as const;
        await runSteps(trx, planned.steps, { tables, onStop: 'leaveOut', hurry, found: (count) => void counts.push(count) });
      });
      if (!planned) throw new Error('nothing was planned');
      return { steps: planned.steps, hash: planned.hash, counts, isRehearsed: isWhole };
    },

    /** All of it or nothing; the plan has to be the one that was looked at. @returns the revision of the life */
    publish: (wish: PublishWish, caller: AdminCaller): Promise<number> =>
      changing(ports, caller, 'designer', (trx) => idempotent(trx, caller, nowSeconds(ports), () => publishIn(trx, wish, caller))),

    async revisions(name: string, caller: AdminCaller): Promise<OutputOf<typeof contract.listSiteLifeRevisions>> {
      const program = await programOf(name, caller);
      const rows = await kysely
        .selectFrom('life_revision as one')
        .leftJoin('admin', 'admin.id', 'one.admin_id')
        .select(['one.revision', 'one.origin', 'one.life', 'one.admin_id', 'one.at'])
        .select(sql<string>`coalesce(admin.nickname, '')`.as('admin'))
        .where('one.resource', '=', name)
        .orderBy('one.revision', 'desc')
        .limit(TOLD)
        .execute();
      const list = rows.flatMap(({ life, admin_id: by, at, ...row }) =>
        life ? [{ ...row, design: designWith(words, program, life), admin_id: by ?? 0, create_time: at }] : [],
      );
      return { list };
    },
  };
}

const stateOf = (row: StoredSiteLife | undefined): 'program' | 'site' | 'stopped' =>
  !row?.life ? 'program' : row.state === 'stopped' ? 'stopped' : 'site';
/** Whether something is drawn that is not what is published. */
const isDrawn = (row: StoredSiteLife | undefined, program: LivingResource): boolean =>
  row?.draft !== undefined && row.draft !== null && !isSameValue(row.draft, row.life ?? asBase(program.life));
