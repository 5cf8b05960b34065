import { resolveRoute } from '#domain/app/route-target';
import { LANGUAGES } from '#domain/base/language';
import type { DocumentPlace } from '#domain/site/document-address';
import type { DocumentFrame } from '#domain/site/document-page';
import { nowSeconds } from '../../ports/ports.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { readMemberMenu } from '../members/member-menu.ts';
import { readContent, textView, type FoundContent, type SiteView, type ContentPorts } from './document-contents.ts';
import type { DocumentSource, SourcedPage, SitePath } from './document-source.ts';
import { readModuleNav, readModulePaths } from '../modules/public/module-pages.ts';
import { createPublicModules } from '../modules/public/public-modules.ts';
import { lastMoment } from '../modules/public/public-records.ts';
import { headNavigation } from './head-navigation.ts';
import { createPreviews } from './previews.ts';
import { readGoodsParts, readGoodsLists, readGoodsPaths } from './public-goods.ts';
import { helpPaths, type PublicHelp } from './public-help.ts';
import { readPublicSettings } from './public-settings.ts';
import { hasNotices, readDraft, readFooterPages, readTextPaths } from './public-texts.ts';
import { createSiteState } from './site-state.ts';

/** Whether the application has a page for conversations. */
const HAS_CHAT = resolveRoute({ path: '/chat', search: '' }, { admin: [], member: [] }).page !== 'notFound';

/** Public pages of what stands in the database, and of the help. */
export function createDatabaseSource(ports: ContentPorts, help: PublicHelp): DocumentSource {
  const { kysely } = ports.database;
  const previews = createPreviews(ports);
  const modulesAt = createPublicModules(ports);
  const readModules = async () => {
    const row = await kysely.selectFrom('site_version').select('version').executeTakeFirst();
    return modulesAt(String(row?.version ?? 0));
  };
  const read = async (): Promise<SiteView> => ({
    site: await readSiteSettings(kysely),
    settings: await readPublicSettings(kysely, ports.siteAddress),
    now: nowSeconds(ports),
    help,
    modules: await readModules(),
  });

  async function lastOfModules(version: string, now: number): Promise<number> {
    let last = 0;
    for (const { parts, sections } of await modulesAt(version))
      for (const [name, rule] of Object.entries(parts.read)) {
        const section = sections.get(name);
        if (section) last = Math.max(last, await lastMoment(kysely, section, rule, now));
      }
    return last;
  }

  async function pathsOfSite({ settings, now, modules }: SiteView): Promise<readonly SitePath[]> {
    const goods = settings.isGoodsPublic ? await readGoodsLists(kysely) : [];
    const texts = await readTextPaths(kysely, now);
    return [
      { path: '/', changedAt: null, languages: LANGUAGES },
      ...goods,
      ...texts,
      ...(await readModulePaths(kysely, modules, now)),
      ...helpPaths(help),
    ];
  }

  return {
    ...createSiteState(ports, lastOfModules),
    async page(place, search, origin) {
      const view = await read();
      const found = await readContent(ports, place, search, view);
      return pageOf(found, await frameOf(ports, place, search, origin, view));
    },
    async preview(place, ticket, origin, isSpent) {
      const view = await read();
      const previewed = await previews.redeem(ticket, place.path, isSpent);
      const found = previewed ? await readDraft(kysely, textView(place.language, view), previewed) : 'previewed';
      const frame = await frameOf(ports, place, '', origin, view);
      return pageOf(found, { ...frame, isIndexed: false, isPreview: typeof found === 'object' });
    },
    async facts() {
      const { site, settings } = await read();
      const { siteName } = site;
      const goodsParts = settings.isGoodsPublic ? await readGoodsParts(kysely) : [];
      return { siteName, origin: settings.origin, isIndexed: settings.isIndexed, contact: settings.contact, goodsParts };
    },
    async paths(part) {
      const view = await read();
      if (part === 0) return pathsOfSite(view);
      return view.settings.isGoodsPublic ? readGoodsPaths(kysely, part) : [];
    },
  };
}

function pageOf(found: FoundContent, frame: DocumentFrame): SourcedPage {
  if (typeof found === 'object')
    return { status: 200, page: { frame: { ...frame, languages: found.languages ?? frame.languages }, content: found.content } };
  const status = found === 'missing' ? 404 : 410;
  return { status, page: { frame: { ...frame, isIndexed: false, languages: [] }, content: { kind: 'missing', reason: found } } };
}

/** A list that was searched is the reader's own. */
const isSearch = ({ name }: DocumentPlace, search: string): boolean => name !== 'home' && new URLSearchParams(search).has('q');

async function frameOf(
  ports: ContentPorts,
  place: DocumentPlace,
  search: string,
  origin: string,
  { site, settings, now, modules }: SiteView,
): Promise<DocumentFrame> {
  const { language, path, name } = place;
  const { kysely } = ports.database;
  const { rules } = await readMemberMenu(kysely, { grants: null, hasOwnPages: true }, { messages: ports.messages, language });
  return {
    language,
    origin: settings.origin || origin,
    path,
    search,
    languages: LANGUAGES,
    siteName: site.siteName,
    siteLogo: site.siteLogo,
    recordNumber: site.recordNumber,
    version: site.version,
    isMemberCentreOpen: site.isMemberCentreOpen,
    hasChat: HAS_CHAT && settings.showsChat,
    hasGoods: settings.isGoodsPublic,
    hasHelp: true,
    hasNotices: await hasNotices(kysely, now),
    pages: await readFooterPages(kysely, language),
    contact: settings.contact,
    description: settings.description[language],
    shareImage: settings.shareImage,
    verifications: name === 'home' ? settings.verifications : [],
    nav: [...headNavigation(rules, language), ...(await readModuleNav(kysely, modules, language))],
    isIndexed: settings.isIndexed && !isSearch(place, search),
    isPreview: false,
  };
}
