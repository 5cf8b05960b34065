import { sql, type Kysely, type Transaction } from 'kysely';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type * as contract from '#api/contract/designer/site-lives';
import { isSameValue } from '#domain/base/same-value';
import { rejection } from '#domain/base/failure';
import { planLife } from '#domain/designer/plan-life';
import type { Step } from '#domain/designer/plan-step';
import type { SectionDesign } from '#domain/designer/section-design';
import { asBase, asKept, asRun } from '#domain/life/site-life';
import type { Life } from '#domain/life/life';
import type { AdminCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { SECTION_PLANS } from '../../base/limits.ts';
import { isLiving, type Living } from '../../db/sections/guard-lives.ts';
import { lifeHash, lockLife } from '../../db/sections/life-hash.ts';
import { settleLife } from '../../db/sections/settle-life.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { mayListOf } from '../../resources/access/permissions.ts';
import type { Resources } from '../../resources/registry.ts';
import { idempotent } from '../../resources/write/idempotent.ts';
import { countAttempt } from '../base/throttle.ts';
import { changing, inRolledBack, type DesignerPorts } from '../designer/designer-transaction.ts';
import { createProgramWords } from '../base/program-words.ts';
import { runSteps, type StepCount } from '../designer/run-steps.ts';
import { placeLifeRights } from '../designer/section-menu.ts';
import { refuseIssues } from '../designer/taken-table.ts';
import { designWith, lifeIssuesOf, readLifeOf } from './drawn-site-life.ts';

type Trx = Transaction<Tables>;
type SiteLife = Row<'site_life'>;
type Ports = DesignerPorts & Pick<ServerPorts, 'messages'>;

/** Revisions that are told at most. */
const TOLD = 100;
/** The program's own life among the revisions. */
const PROGRAM = 0;

interface Planned {
  readonly before: Living;
  readonly after: Living;
  readonly steps: readonly Step[];
  readonly hash: string;
}

/** Lives that a site draws for the records of the program's sections, from a draft to what runs in every process. */
export function createSiteLives(ports: Ports, resources: Resources) {
  const { kysely } = ports.database;
  const words = createProgramWords(ports.messages);

  /** A section of the program that is not designed here and whose list the caller may open, as the program has it. */
  async function programOf(name: string, caller: AdminCaller, from: Kysely<Tables> = kysely): Promise<Living> {
    const found = (await known(caller, from)).find((one) => one.name === name);
    if (!found) throw rejection('refusals.designer.unknown', { name });
    return found;
  }

  async function known(caller: AdminCaller, from: Kysely<Tables> = kysely): Promise<readonly Living[]> {
    const designed = new Set((await from.selectFrom('section').select('name').execute()).map(({ name }) => name));
    return resources
      .all()
      .flatMap(({ resource: { name } }) => resources.shippedAs(name) ?? [])
      .filter(isLiving)
      .filter((one) => !designed.has(one.name) && mayListOf(one, caller));
  }

  /** As it runs in this process. */
  const runningOf = (program: Living): Living => {
    const running = resources.get(program.name)?.resource;
    return running && isLiving(running) ? running : program;
  };

  const find = (name: string): Promise<SiteLife | undefined> =>
    kysely.selectFrom('site_life').selectAll().where('resource', '=', name).executeTakeFirst();

  const eventWords = (name: string) => (event: string) => words.eventWords(name, event);
  const keptAs = (program: Living, drawn: Life): Life => asKept(program.life, drawn, eventWords(program.name));

  async function formerLife(program: Living, revision: number): Promise<Life> {
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

  async function planOf(program: Living, row: SiteLife, caller: AdminCaller): Promise<Planned> {
    const kept = keptAs(program, drawnOf(row, program));
    refuseIssues(lifeIssuesOf(resources, program, kept, caller));
    const life = isPrograms(program, kept) ? program.life : asRun(program.life, kept);
    const before = runningOf(program);
    const after: Living = { ...before, life };
    const steps = planLife(before, after);
    return { before, after, steps, hash: await sha256(JSON.stringify([await lifeHash(before.life), await lifeHash(life), steps])) };
  }

  async function publishIn(trx: Trx, wish: PublishWish, caller: AdminCaller): Promise<number> {
    const program = await programOf(wish.name, caller, trx);
    const row = await claim(trx, program);
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
      let planned: Planned | undefined;
      const counts: StepCount[] = [];
      const isWhole = await inRolledBack(ports, async (trx, hurry) => {
        planned = await planOf(program, await claim(trx, program), caller);
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

/** Whether it says nothing but what the program says. */
const isPrograms = (program: Living, kept: Life): boolean =>
  isSameValue(asRun(program.life, kept), asRun(program.life, asBase(program.life)));

interface PublishWish {
  readonly name: string;
  /** Of the draft that was looked at. */
  readonly version: number;
  readonly hash: string;
}

const stateOf = (row: SiteLife | undefined): 'program' | 'site' | 'stopped' =>
  !row?.life ? 'program' : row.state === 'stopped' ? 'stopped' : 'site';
const isBehind = (row: SiteLife | undefined, program: Living): boolean => row !== undefined && !isSameValue(row.base, asBase(program.life));
/** Whether something is drawn that is not what is published. */
const isDrawn = (row: SiteLife | undefined, program: Living): boolean =>
  row?.draft !== undefined && row.draft !== null && !isSameValue(row.draft, row.life ?? asBase(program.life));
const drawnOf = (row: SiteLife | undefined, program: Living): Life => row?.draft ?? row?.life ?? program.life;

/** The draft, held until the transaction ends. @throws FailureError where nothing is drawn, or the program's own life has changed since */
async function claim(trx: Trx, program: Living): Promise<SiteLife> {
  const row = await trx.selectFrom('site_life').selectAll().where('resource', '=', program.name).forUpdate().executeTakeFirst();
  if (!row) throw rejection('refusals.designer.unknown', { name: program.name });
  if (isBehind(row, program)) throw rejection('refusals.designer.lifeBehind');
  return row;
}
