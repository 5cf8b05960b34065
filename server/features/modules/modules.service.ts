import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { NO_ASKS, widerAsks } from '#domain/modules/asks-difference';
import type { ModulePlan } from '#domain/modules/module-plan';
import type { AdminCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { notFound } from '../../base/refusal.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';
import type { ReadWorld } from '../designer/design-world.ts';
import { changing, inRolledBack, isBeingChanged, type Hurry } from '../designer/designer-transaction.ts';
import type { LiveSections } from '../designer/live-sections.ts';
import { setSectionPaused } from '../designer/section-menu.ts';
import { checkRequirements, checkVersion, checkWithdrawn, refuseDependents } from './check-module.ts';
import { bringTo } from './module-change.ts';
import { keepInstalled } from './keep-package.ts';
import { hideDirectory, showDirectory } from './module-menu.ts';
import { refuseNamed, takeAway } from './module-removal.ts';
import { sectionsOfModule } from './module-sections.ts';
import type { Loaded, PackageOffer, PackageSource } from './package-source.ts';
import { countWaiting, dropWaiting, readWaiting } from './waiting-rows.ts';
import { MODULE_PLAN_MS } from './module-limits.ts';
import { forgetPublisher, pinPublisher } from './module-publisher.ts';

type Trx = Transaction<Tables>;
type Act = 'install' | 'update' | 'rollback';

interface Wish {
  readonly uid: string;
  readonly version: string;
  readonly act: Act;
  /** Whether those that wait come back. */
  readonly records: 'new' | 'kept';
}

/** To what somebody agreed: the plan, what it asks for, and each field that tells who people are. */
interface Consent {
  readonly hash: string;
  readonly isConsented: boolean;
  readonly ticked: readonly string[];
  /** Where somebody else signed it than the one before: the fingerprint of the key that was agreed to. */
  readonly publisher?: string;
  /** By which the run can be asked for; empty where nobody will. */
  readonly run?: string;
}

/** The package that is wished for, and all there are. */
interface AtHand {
  readonly wanted: Loaded;
  readonly offers: readonly PackageOffer[];
}

/** A plan, and whom its package is trusted by. */
export interface TrustedPlan extends ModulePlan {
  readonly trust: Loaded['trust'];
}

export interface ModulesContext {
  readonly ports: ServerPorts;
  readonly running: Pick<LiveSections, 'syncIn'>;
  readonly resources: Resources;
  readonly readWorld: ReadWorld;
  readonly packages: PackageSource;
}

/** Installing, changing, pausing and removing modules: each is one transaction, in which everything is tried out before it is kept. */
export function createModules(context: ModulesContext) {
  const { ports, running, packages } = context;
  const whole = { ...ports, running };
  const noted = (caller: AdminCaller): Noted => ({ by: caller.id, now: nowSeconds(ports) });

  /** Everything, in an open transaction. */
  async function change(trx: Trx, wish: Wish, { wanted, offers }: AtHand, caller: AdminCaller, hurry?: Hurry): Promise<TrustedPlan> {
    const there = await lockModule(trx, wish.uid);
    checkVersion(wish, wanted, there);
    await checkRequirements(trx, offers, wanted);
    if (there?.state === 'paused') await setPaused(trx, there, false, nowSeconds(ports));
    // Of a module that is there: sections that a version on the way had not.
    const kept = (await readWaiting(trx, wish.uid)).get(wish.uid) ?? [];
    const own = kept.filter(
      ({ section, comesBack }) => comesBack && wanted.sections.some(({ declaration }) => declaration.name === section),
    );
    const waiting = await countWaiting(trx, own);
    const report = await bringTo(
      context,
      trx,
      { wanted, waiting: there || wish.records === 'kept' ? own : [], ...(hurry && { hurry }) },
      caller,
    );
    const asks = widerAsks(there?.manifest.asks ?? NO_ASKS, wanted.manifest.asks);
    const publisher = await pinPublisher(trx, wanted, nowSeconds(ports));
    const plan = { from: there?.version ?? null, to: wish.version, trust: wanted.trust, asks, publisher, waiting, ...report };
    // How many records something goes from may change while it is looked at; what is done to them stays the same.
    const done = report.sections.map(({ steps, ...section }) => ({ ...section, steps: steps.map(({ rows: _rows, ...step }) => step) }));
    const gone = report.gone.map(({ name }) => name);
    const seen = [wish, wanted.sha256, there?.sha256 ?? '', asks, publisher, done, gone, report.rows];
    const hash = await sha256(JSON.stringify(seen));
    await noteModule(trx, wanted, { directory: report.directory, ...noted(caller) });
    // Somebody took it off the site: another version of it is no reason to bring it back.
    if (there?.state === 'paused') await setPaused(trx, await requireModule(trx, wish.uid), true, nowSeconds(ports));
    return { ...plan, hash };
  }

  /** Read before the transaction opens, for nothing else may be asked inside. */
  async function atHand({ uid, version }: Pick<Wish, 'uid' | 'version'>, caller: AdminCaller): Promise<AtHand> {
    const offers = await packages.offers();
    checkWithdrawn(offers, { uid, version }, caller);
    return { wanted: await packages.load(uid, version, caller), offers };
  }

  return {
    /** Brings a package here that lies elsewhere, and judges it; what was withdrawn stays where it is. */
    async bring(uid: string, version: string, caller: AdminCaller): Promise<void> {
      const isHere = (await packages.offers()).some((one) => one.isHere && one.manifest.uid === uid && one.manifest.version === version);
      if (!isHere) await atHand({ uid, version }, caller);
    },

    /** Does all of it and takes it back. */
    async plan(wish: Wish, caller: AdminCaller): Promise<TrustedPlan> {
      const found = await atHand(wish, caller);
      let planned: TrustedPlan | undefined;
      const work = async (trx: Trx, hurry: Hurry) => {
        planned = await change(trx, wish, found, caller, hurry);
      };
      const isWhole = await inRolledBack(whole, work, MODULE_PLAN_MS);
      if (!planned || !isWhole) throw rejection('refusals.designer.locked');
      return planned;
    },

    /** By the plan that was looked at, and no other. */
    async apply(
      { hash, isConsented, ticked, publisher, run: key = '', ...wish }: Wish & Consent,
      caller: AdminCaller,
    ): Promise<TrustedPlan> {
      const found = await atHand(wish, caller);
      return changing(whole, caller, 'module', async (trx) => {
        const done = await change(trx, wish, found, caller);
        if (done.hash !== hash) throw rejection('refusals.modules.planChanged');
        if (done.asks.length > 0 && !isConsented) throw rejection('refusals.modules.consent');
        const personal = done.asks.find(({ ask }) => ask === 'personal')?.names ?? [];
        const open = personal.filter((name) => !ticked.includes(name));
        if (open.length > 0) throw rejection('refusals.modules.tick', { names: open.join(', ') });
        if (done.publisher && done.publisher.now !== publisher) throw rejection('refusals.modules.publisherChanged');
        await noteRun(trx, wish.act, { uid: wish.uid, from: done.from, to: done.to, report: done, key: key || null }, noted(caller));
        return done;
      });
    },

    /** What has become of the run of this name. Looked at twice: one may end in between. */
    async runOf(key: string): Promise<'done' | 'running' | 'none'> {
      const isDone = async () =>
        (await ports.database.kysely.selectFrom('module_run').select('id').where('key', '=', key).executeTakeFirst()) !== undefined;
      if (await isDone()) return 'done';
      if (await isBeingChanged(ports)) return 'running';
      return (await isDone()) ? 'done' : 'none';
    },

    async pause(uid: string, isPaused: boolean, caller: AdminCaller): Promise<void> {
      await changing(whole, caller, 'module', async (trx) => {
        const there = await requireModule(trx, uid);
        if ((there.state === 'paused') === isPaused) throw rejection('refusals.modules.already');
        if (isPaused) {
          await refuseDependents(trx, uid, 'pause');
          await refuseNamed(trx, context.resources, await sectionsOfModule(trx, uid));
        } else await checkRequirements(trx, [], there);
        await setPaused(trx, there, isPaused, nowSeconds(ports));
        await noteRun(trx, isPaused ? 'pause' : 'resume', { uid, from: there.version, to: there.version, report: {} }, noted(caller));
      });
    },

    async pin(uid: string, isPinned: boolean, caller: AdminCaller): Promise<void> {
      await changing(whole, caller, 'module', async (trx) => {
        await requireModule(trx, uid);
        await trx.updateTable('module').set({ pinned: isPinned }).where('uid', '=', uid).execute();
      });
    },

    /** @returns how many records were in its tables */
    async remove(uid: string, records: 'keep' | 'delete', typed: string, caller: AdminCaller): Promise<number> {
      return changing(whole, caller, 'module', async (trx) => {
        const there = await requireModule(trx, uid);
        if (records === 'delete' && typed !== uid) throw rejection('refusals.modules.typeUid');
        await refuseDependents(trx, uid, 'remove');
        await refuseNamed(trx, context.resources, await sectionsOfModule(trx, uid));
        const rows = await takeAway(context, trx, { uid, directory: there.directory_id, isKept: records === 'keep' }, caller);
        await trx.deleteFrom('module').where('uid', '=', uid).execute();
        await trx.deleteFrom('module_package').where('uid', '=', uid).execute();
        // Who may take records over that wait is still asked about.
        if (records === 'delete') await forgetPublisher(trx, uid);
        await noteRun(trx, records, { uid, from: there.version, to: null, report: { rows } }, noted(caller));
        return rows;
      });
    },

    /** Takes records away that wait since their module was removed. @returns how many */
    async purge(uid: string, typed: string, caller: AdminCaller): Promise<number> {
      return changing(whole, caller, 'module', async (trx) => {
        if (typed !== uid) throw rejection('refusals.modules.typeUid');
        const waiting = (await readWaiting(trx, uid)).get(uid) ?? [];
        if (waiting.length === 0) throw notFound();
        const rows = await countWaiting(trx, waiting);
        await dropWaiting(trx, waiting);
        await forgetPublisher(trx, uid);
        await noteRun(trx, 'purge', { uid, from: null, to: null, report: { rows } }, noted(caller));
        return rows;
      });
    },
  };
}

/** By whom, and when in Unix seconds. */
interface Noted {
  readonly by: number;
  readonly now: number;
}

async function lockModule(trx: Trx, uid: string): Promise<Row<'module'> | undefined> {
  return trx.selectFrom('module').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst();
}

async function requireModule(trx: Trx, uid: string): Promise<Row<'module'>> {
  const there = await lockModule(trx, uid);
  if (!there) throw rejection('refusals.modules.notInstalled', { uid });
  return there;
}

/** All sections of a module at once: they may name each other. */
async function setPaused(trx: Trx, there: Row<'module'>, isPaused: boolean, now: number): Promise<void> {
  const { uid, state, directory_id: directory, hidden_rules: before } = there;
  if ((state === 'paused') === isPaused) return;
  for (const section of await sectionsOfModule(trx, uid)) await setSectionPaused(trx, section, isPaused, now);
  const hidden = isPaused ? await hideDirectory(trx, directory) : null;
  if (!isPaused) await showDirectory(trx, directory, before);
  await trx
    .updateTable('module')
    .set({ state: isPaused ? 'paused' : 'installed', hidden_rules: hidden && JSON.stringify(hidden) })
    .where('uid', '=', uid)
    .execute();
}

/** Notes what is installed from now on, and keeps its package beside those that it can go back to. */
async function noteModule(trx: Trx, wanted: Loaded, { directory, by, now }: Noted & { readonly directory: number }): Promise<void> {
  const { manifest, parts, sha256: sum } = wanted;
  const { uid, version } = manifest;
  const own = { version, state: 'installed' as const, manifest: JSON.stringify(manifest), sha256: sum, directory_id: directory };
  // What belongs to it beside its sections is read with it.
  const stamps = { parts: JSON.stringify(parts), installed_at: now, installed_by: by };
  const stamped = { ...own, ...stamps };
  await trx
    .insertInto('module')
    .values({ uid, ...stamped })
    .onConflict((on) => on.column('uid').doUpdateSet(stamped))
    .execute();
  await keepInstalled(trx, wanted, now);
}

/** Notes what was done to a module. */
async function noteRun(
  trx: Trx,
  kind: Row<'module_run'>['kind'],
  run: { uid: string; from: string | null; to: string | null; report: unknown; key?: string | null },
  { by, now }: Noted,
): Promise<void> {
  const { uid, from, to, report, key = null } = run;
  await trx
    .insertInto('module_run')
    .values({
      uid,
      kind,
      from_version: from,
      to_version: to,
      report: JSON.stringify(report),
      admin_id: by,
      at: now,
      key,
    })
    .execute();
}
