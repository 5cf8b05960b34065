import { wireStoreInfo, wireStoreModules } from '#api/contract/modules/wire-store';
import { FailureError, rejection } from '#domain/base/failure';
import type { Language } from '#domain/base/language';
import type { ModuleManifest } from '#domain/modules/module-manifest';
import { htmlText } from '../../base/html-text.ts';
import { OutcomeRefused } from '../../base/refusal.ts';
import type { Messages } from '../../base/messages.ts';
import { mountForAdmin } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { PackageSource } from './package-source.ts';

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
        detail_editor: [manifest.intro[language], readMe[language], changeLog].map(asHtml).join(''),
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
