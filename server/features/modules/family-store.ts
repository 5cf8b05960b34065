import { gt } from 'semver';
import type { Kysely } from 'kysely';
import * as wire from '#api/contract/modules/wire-modules';
import { wireStoreInfo, wireStoreModules } from '#api/contract/modules/wire-store';
import { FailureError, rejection } from '#domain/base/failure';
import type { Language } from '#domain/base/language';
import type { ModuleManifest } from '#domain/modules/module-manifest';
import { htmlText } from '../../base/html-text.ts';
import { OutcomeRefused } from '../../base/refusal.ts';
import type { Messages } from '../../base/messages.ts';
import { mountForAdmin } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import { PROGRAM_VERSION } from '../../base/platform/program-version.ts';
import type { AdminCaller } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { createModules } from './modules.service.ts';
import type { PackageOffer, PackageSource } from './package-source.ts';
import type { PublisherKeys } from './package/signature.ts';
import { receivePackage } from './receive-package.ts';

/** A file of the pages: packages bring no picture that is there before they are installed. */
const LOGO = '/logo.svg';
/** What the wire calls a module whose installation waits for choices. Source: wire protocol §5.19. */
const CONFLICT = 3;
/** Any number but 0: without an order clients of the family offer to buy, and not to install. */
const ORDER = 1;

/**
 * The store that clients of the family look for modules in. They show nothing, not even what is installed, where it does not answer.
 * Newer versions are not told of: their button asks for an account of a store that sells.
 */
export function mountFamilyStore(table: Pick<RouteTable, 'add'>, packages: PackageSource, messages: Messages): void {
  const newest = async (): Promise<readonly ModuleManifest[]> => {
    const offers = (await packages.offers()).filter(({ withdrawn }) => withdrawn === null);
    const first = new Map(offers.toReversed().map(({ manifest }) => [manifest.uid, manifest]));
    return [...first.values()].toReversed();
  };
  const everything = (language: Language) => ({ id: 'all', name: messages.text(language, 'familyStore.all') });

  mountForAdmin(table, wireStoreModules, async ({ quickSearch, activeTab }, { client: { language } }) => {
    const wanted = quickSearch.trim().toLowerCase();
    const all = activeTab === 'all' ? await newest() : [];
    return {
      rows: all
        .filter(({ title, intro }) => `${title[language]} ${intro[language]}`.toLowerCase().includes(wanted))
        .map((manifest) => ({ ...goodsOf(manifest, language), original_price: 0 })),
      category: [everything(language)],
      remark: messages.text(language, 'familyStore.remark'),
    };
  });

  mountForAdmin(table, wireStoreInfo, async ({ uid }, caller) => {
    const { language } = caller.client;
    const manifest = (await newest()).find((one) => one.uid === uid);
    if (!manifest) throw rejection('refusals.modules.unknown', { uid, version: '' });
    const { readMe, changeLog } = await packages.load(uid, manifest.version, caller);
    return {
      info: {
        ...goodsOf(manifest, language),
        type: 'online' as const,
        images: [LOGO],
        purchased: ORDER,
        version: manifest.version,
        author_url: manifest.website,
        demo: [],
        category: everything(language),
        developer: { nickname: manifest.author, avatar: '', group: '', goods: [] },
        detail_editor: [manifest.intro[language], readMe[language], changeLog[language]].map(asHtml).join(''),
      },
    };
  });
}

/**
 * Modules that have to be there first are the rows of a page of their own in clients of the family. Nothing that can be chosen there brings
 * them: whoever sends the choice is told in words.
 * @throws OutcomeRefused with code -1, or what was refused
 */
export function throwForFamily(uid: string, error: unknown, extend: Readonly<Record<string, unknown>> = {}): never {
  const { message = '', params = {} } = error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure : {};
  if (message !== 'refusals.modules.needs' || Object.hasOwn(extend, 'dependConflict')) throw error;
  const dependConflict = String(params['names'])
    .split(', ')
    .map((name) => {
      const [depend, newDepend] = name.split(' ');
      return { env: 'require', newDepend, oldDepend: '', depend, solution: 'cover' };
    });
  throw new OutcomeRefused({ code: -1, key: message, params, data: { uid, state: CONFLICT, fileConflict: [], dependConflict } });
}

const goodsOf = ({ uid, title }: ModuleManifest, language: Language) => ({
  uid,
  title: title[language],
  logo: LOGO,
  tags: [],
  downloads: 0,
  present_price: 0,
  currency_select: 1,
});

/** As it was written: those who show it draw HTML. */
const asHtml = (text: string): string => (text === '' ? '' : `<p style="white-space: pre-line">${htmlText(text)}</p>`);

/** Numbers of the wire. Source: wire protocol §5.19. */
const STATE = { away: 0, installed: 1, here: 2, paused: 6 } as const;

/** What is installed, by its name. */
export const installedModules = (kysely: Kysely<Tables>) =>
  kysely.selectFrom('module').select(['uid', 'version', 'state', 'manifest', 'sha256', 'pinned']).orderBy('uid').execute();

interface FamilyModules {
  readonly ports: ServerPorts;
  readonly packages: PackageSource;
  readonly modules: ReturnType<typeof createModules>;
  readonly keys: () => Promise<PublisherKeys>;
  /** Lets run at once what was done. */
  readonly whileInStep: <T>(work: () => Promise<T>) => Promise<T>;
}

/** How clients of the family install, pause and remove modules: by number, one step after the other, and without a plan. */
export function mountFamilyModules(table: RouteTable, { ports, packages, modules, keys, whileInStep }: FamilyModules): void {
  const installed = () => installedModules(ports.database.kysely);
  const newest = async (uid: string): Promise<PackageOffer> => {
    const offer = (await packages.offers()).find(({ manifest, withdrawn }) => manifest.uid === uid && withdrawn === null);
    if (!offer) throw rejection('refusals.modules.unknown', { uid, version: '' });
    return offer;
  };

  async function stateOf(uid: string): Promise<number> {
    const own = (await installed()).find((one) => one.uid === uid);
    if (own) return own.state === 'paused' ? STATE.paused : STATE.installed;
    return (await packages.offers()).some(({ manifest }) => manifest.uid === uid) ? STATE.here : STATE.away;
  }

  async function infoOf(uid: string, language: Language) {
    const own = (await installed()).find((one) => one.uid === uid);
    return { ...infoFrom(own?.manifest ?? (await newest(uid)).manifest, language), state: await stateOf(uid) };
  }

  /** Paused, and there is a newer version. Clients of the family install it when they hear that its package is here. */
  async function waitsForUpdate(uid: string): Promise<boolean> {
    const own = (await installed()).find((one) => one.uid === uid);
    return own?.state === 'paused' && gt((await newest(uid)).manifest.version, own.version);
  }

  /** A client that shows no plan may only do what needs none: nothing is asked for, and nothing goes. */
  async function installNewest(uid: string, caller: AdminCaller) {
    const own = (await installed()).find((one) => one.uid === uid);
    const { version } = (await newest(uid)).manifest;
    // Whoever has switched a module on there calls this afterwards: no module is brought to another version by that.
    if (!own || (await waitsForUpdate(uid))) {
      // Who is asked nothing loses nothing: records that wait come back.
      const wish = { uid, version, records: 'kept' as const, act: own ? ('update' as const) : ('install' as const) };
      const plan = await modules.plan(wish, caller);
      const loses = plan.sections.some(({ steps }) => steps.some((step) => step.class !== 'safe'));
      if (plan.asks.length > 0 || plan.publisher || plan.gone.length > 0 || loses) throw rejection('refusals.modules.review');
      await modules.apply({ ...wish, hash: plan.hash, isConsented: false, ticked: [] }, caller);
      // Such clients pause a module to update it, and take it for running afterwards.
      if (own) await modules.pause(uid, false, caller);
    }
    return { data: await infoOf(uid, caller.client.language) };
  }

  mountForAdmin(table, wire.wireModules, async (_input, caller) => {
    const uids = (await installed()).map(({ uid }) => uid);
    return { sysVersion: PROGRAM_VERSION, installed: await Promise.all(uids.map((uid) => infoOf(uid, caller.client.language))) };
  });
  mountForAdmin(table, wire.wireModuleState, async ({ uid }) => ({ state: (await waitsForUpdate(uid)) ? STATE.here : await stateOf(uid) }));
  mountForAdmin(table, wire.wireInstall, ({ uid, extend }, caller) =>
    whileInStep(() => installNewest(uid, caller).catch((error: unknown) => throwForFamily(uid, error, extend))),
  );
  mountForAdmin(table, wire.wireUpdate, async ({ uid }) => {
    const own = (await installed()).find((one) => one.uid === uid);
    if (!own) throw rejection('refusals.modules.notInstalled', { uid });
    if (own.state !== 'paused') throw rejection('refusals.modules.pauseFirst');
    const offer = await newest(uid);
    if (!gt(offer.manifest.version, own.version)) throw rejection('refusals.modules.notNewer', { version: own.version });
    return { state: STATE.here };
  });
  mountForAdmin(table, wire.wireUninstall, ({ uid }, caller) =>
    whileInStep(async () => {
      if ((await stateOf(uid)) !== STATE.paused) throw rejection('refusals.modules.pauseFirst');
      return { rows: await modules.remove(uid, 'keep', '', caller) };
    }),
  );
  mountForAdmin(table, wire.wireChangeState, ({ uid, state }, caller) =>
    whileInStep(async () => {
      await modules.pause(uid, Number(state) === 0, caller);
      return { info: await infoOf(uid, caller.client.language) };
    }),
  );
  mountForAdmin(table, wire.wireDependentsComplete, async () => null);
  mountForAdmin(table, wire.wireUpload, async ({ file }, caller) => {
    const { manifest } = await receivePackage(ports, file, await keys(), caller);
    return { info: { ...infoFrom(manifest, caller.client.language), state: await stateOf(manifest.uid) } };
  });
}

const infoFrom = ({ uid, title, intro, author, version, website }: ModuleManifest, language: Language) => ({
  uid,
  title: title[language],
  intro: intro[language],
  author,
  version,
  website,
});
