import * as contract from '#api/contract/modules/modules';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { NO_ASKS, widerAsks } from '#domain/modules/asks-difference';
import type { ModuleAsks } from '#domain/modules/module-manifest';
import type { Kysely } from 'kysely';
import { installedModules, mountFamilyModules, mountFamilyStore } from './family-store.ts';
import { readModuleShelf, type ModuleShelf } from './module-shelf.ts';
import type { AdminCaller } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { notFound } from '../../base/refusal.ts';
import { mountFile, mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { whileLasting } from '../../resources/access/lasting-session.ts';
import { createWorldReader } from '../designer/design-world.ts';
import type { CaptchaService } from '../session/captcha/captcha.service.ts';
import type { LiveSections } from '../designer/live-sections.ts';
import { moduleArchive, streamOfChunks } from './module-archive.ts';
import { recordsOf } from './module-sections.ts';
import { countWaiting, readWaiting } from './waiting-rows.ts';
import { createModules, type TrustedPlan } from './modules.service.ts';
import { createPackageSource, type PackageSource } from './package-source.ts';
import { COVERS_TOLD } from './package/package-covers.ts';
import { readMePictures } from './package/read-me-pictures.ts';
import { publisherKeys } from './package/signature.ts';
import { createFormMail } from './public/form-mail.ts';
import { readPublicModules } from './public/public-modules.ts';
import { publicModuleRoutes } from './public/public.routes.ts';
import { createRegistries } from './registries/registries.service.ts';
import { mountRegistries } from './registries/registries.routes.ts';

export interface ModuleOptions {
  /** The packages that come with the program, where they are not those of its own folder. */
  readonly shelf?: ModuleShelf;
  /** Public keys of publishers that are trusted, 32 bytes in base64url each. */
  readonly publishers?: readonly string[];
}

type Context = Pick<FeatureContext, 'table' | 'resources' | 'ports' | 'caches'> & {
  readonly live: Pick<LiveSections, 'sync' | 'syncIn'>;
  readonly captcha: Pick<CaptchaService, 'consume'>;
};

let shipped: ModuleShelf | null = null;
const shippedShelf = (): ModuleShelf => (shipped ??= readModuleShelf());

/** The module store: packages of data that add sections to a running installation. */
export function mountModules(
  { table, resources, ports, caches, live, captcha }: Context,
  { shelf = shippedShelf(), publishers = [] }: ModuleOptions = {},
): void {
  const { kysely } = ports.database;
  const keys = () => publisherKeys(publishers);
  const packages = createPackageSource(ports, { shelf, keys });
  const modules = createModules({ ports, running: live, resources, readWorld: createWorldReader(table, resources), packages });

  /** What was done here runs at once. */
  async function whileInStep<T>(work: () => Promise<T>): Promise<T> {
    const result = await work();
    await live.sync();
    // Settings came or went.
    await caches.clear();
    return result;
  }

  mountRegistries(table, createRegistries(ports));
  publicModuleRoutes(table, { ports, resources, captcha, modules: () => readPublicModules(kysely), mail: createFormMail(ports) });

  mountForAdmin(table, contract.listModules, () => listModules(kysely, packages));
  mountForAdmin(table, contract.readModule, (wish, caller) => readModule(packages, wish, caller));
  mountForAdmin(table, contract.bringModule, async ({ uid, version }, caller) => {
    await modules.bring(uid, version, caller);
    return null;
  });
  mountForAdmin(table, contract.planModule, async (wish, caller) => planOut(await modules.plan(wish, caller)));
  mountForAdmin(table, contract.applyModule, (wish, caller) =>
    whileInStep(async () => ({ version: (await modules.apply(wish, caller)).to })),
  );
  mountForAdmin(table, contract.readModuleRun, async ({ run }) => ({ state: await modules.runOf(run) }));
  mountForAdmin(table, contract.pauseModule, ({ uid, isPaused }, caller) =>
    whileInStep(async () => {
      await modules.pause(uid, isPaused, caller);
      return null;
    }),
  );
  mountForAdmin(table, contract.pinModule, async ({ uid, isPinned }, caller) => {
    await modules.pin(uid, isPinned, caller);
    return null;
  });
  mountForAdmin(table, contract.countModuleRecords, async ({ uid, of }) => ({
    sections: (await recordsOf(kysely, uid, of)).map((section) => ({ ...section })),
  }));
  mountForAdmin(table, contract.removeModule, ({ uid, records, typed }, caller) =>
    whileInStep(async () => ({ rows: await modules.remove(uid, records, typed, caller) })),
  );
  mountForAdmin(table, contract.listWaitingModules, async () => {
    const list: { uid: string; rows: number; until: number }[] = [];
    for (const [uid, tables] of await readWaiting(kysely))
      list.push({ uid, rows: await countWaiting(kysely, tables), until: Math.min(...tables.map(({ until }) => until)) });
    return { list: list.toSorted((a, b) => a.uid.localeCompare(b.uid, 'en')) };
  });
  mountFile(table, contract.fetchModuleArchive, async ({ uid }, caller) => {
    const tables = (await readWaiting(kysely, uid)).get(uid) ?? [];
    if (tables.length === 0) throw notFound();
    let written = 0;
    const archive = moduleArchive(kysely, tables, ports.clock.nowMs(), (rows) => (written += rows));
    return {
      name: `${uid}.zip`,
      type: 'application/zip',
      rows: await countWaiting(kysely, tables),
      written: () => written,
      body: streamOfChunks(whileLasting(ports, caller, archive)),
    };
  });
  mountForAdmin(table, contract.purgeModule, async ({ uid, typed }, caller) => ({ rows: await modules.purge(uid, typed, caller) }));
  mountForAdmin(table, contract.listModuleRuns, async () => ({
    list: await kysely
      .selectFrom('module_run')
      .leftJoin('admin', 'admin.id', 'module_run.admin_id')
      .select(['module_run.id', 'uid', 'kind', 'from_version', 'to_version', 'admin_id', 'at', 'admin.nickname as admin'])
      .orderBy('module_run.id', 'desc')
      .limit(100)
      .execute(),
  }));

  mountFamilyStore(table, packages, ports.messages);
  mountFamilyModules(table, { ports, packages, modules, keys, whileInStep });
}

/** What there is: installed, brought here, and offered elsewhere. */
async function listModules(kysely: Kysely<Tables>, packages: PackageSource) {
  const [own, offers, withdrawn] = [await installedModules(kysely), await packages.offers(), await packages.withdrawals()];
  const uids = [...new Set([...own.map(({ uid }) => uid), ...offers.map(({ manifest }) => manifest.uid)])].toSorted();
  const list = uids.flatMap((uid) => {
    const [there, versions] = [own.find((one) => one.uid === uid), offers.filter(({ manifest }) => manifest.uid === uid)];
    const manifest = there?.manifest ?? versions[0]?.manifest;
    if (!manifest) return [];
    const { title, intro, author, icon } = manifest;
    const asks = askedBy((versions[0]?.manifest ?? manifest).asks).map(({ ask }) => ask);
    const state = there?.state ?? ('available' as const);
    const all = versions.map((one) => ({ version: one.manifest.version, trust: one.trust, withdrawn: one.withdrawn }));
    return [
      {
        uid,
        title,
        intro,
        author,
        icon,
        here: there?.sha256 ?? versions.find(({ isHere }) => isHere)?.sha256 ?? '',
        version: there?.version ?? null,
        state,
        isPinned: there?.pinned ?? false,
        asks,
        versions: all,
        withdrawn: (there && withdrawn.get(there.sha256)) ?? null,
      },
    ];
  });
  const told = new Set(
    list
      .map(({ here }) => here)
      .filter((here) => here !== '')
      .slice(0, COVERS_TOLD),
  );
  const covers = await Promise.all(list.map(({ here }) => packages.coverOf(told.has(here) ? here : '')));
  return { list: list.map(({ here: _here, ...module }, index) => ({ ...module, cover: covers[index] ?? '' })) };
}

/** What a package says of itself, and what it brings. */
async function readModule(packages: PackageSource, { uid, version }: ParsedInputOf<typeof contract.readModule>, caller: AdminCaller) {
  const { manifest, sha256, publisher, sections, parts, readMe, changeLog, bytes } = await packages.load(uid, version, caller);
  const { author, website, license, troupe, requires } = manifest;
  const told = sections.map(({ declaration: { name, controller, label, fields } }) => ({
    name,
    controller,
    label: { ...label },
    fields: Object.keys(fields).length,
  }));
  const own = { author, website, license, troupe, requires, asks: askedBy(manifest.asks) };
  return {
    ...own,
    sizeBytes: bytes.length,
    sha256,
    publisher,
    origin: await packages.originOf(sha256),
    sections: told,
    titles: Object.fromEntries([...parts.pages, ...parts.settings].map(({ name, title }) => [name, title])),
    readMe,
    pictures: readMePictures(bytes, Object.values(readMe)),
    changeLog,
  };
}

const askedBy = (asks: ModuleAsks) => widerAsks(NO_ASKS, asks).map(({ ask, names }) => ({ ask, names: [...names] }));

const planOut = ({ hash, from, to, trust, publisher, asks, sections, gone, rows, waiting }: TrustedPlan) => ({
  hash,
  from,
  to,
  trust,
  publisher,
  asks: asks.map(({ ask, names }) => ({ ask, names: [...names] })),
  sections: sections.map(({ steps, ...section }) => ({ ...section, steps: [...steps] })),
  gone: gone.map((section) => ({ ...section })),
  rows,
  waiting,
});
