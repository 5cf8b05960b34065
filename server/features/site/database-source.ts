import { resolveRoute } from '#domain/app/route-target';
import { LANGUAGES, type Language } from '#domain/base/language';
import { listQueryOf, type DocumentPlace } from '#domain/site/document-address';
import type { DocumentContent, DocumentFrame } from '#domain/site/document-page';
import type { ServerPorts } from '../../ports/ports.ts';
import { readSiteSettings, type SiteSettings } from '../../resources/base/site-settings.ts';
import { readMemberMenu } from '../members/member-menu.ts';
import type { DocumentSource, SourcedPage } from './document-source.ts';
import { headNavigation } from './head-navigation.ts';
import { readGoods, readGoodsList, readGoodsPaths, readTeaser, type GoodsView } from './public-goods.ts';
import { readPublicSettings, type PublicSettings } from './public-settings.ts';
import { createSiteState } from './site-state.ts';

type SourcePorts = Pick<ServerPorts, 'database' | 'messages'>;
type Found = { readonly content: DocumentContent; readonly languages?: readonly Language[] } | 'missing' | 'gone';

/** Whether the application has a page for conversations. */
const HAS_CHAT = resolveRoute({ path: '/chat', search: '' }, { admin: [], member: [] }).page !== 'notFound';

/** Public pages of what stands in the database. */
export function createDatabaseSource(ports: SourcePorts): DocumentSource {
  const { kysely } = ports.database;
  const read = async () => ({ site: await readSiteSettings(kysely), settings: await readPublicSettings(kysely) });
  return {
    state: createSiteState(ports),
    async page(place, search, origin) {
      const facts = await read();
      const found = await contentOf(ports, place, search, facts);
      const frame = await frameOf(ports, place, search, origin, facts);
      return pageOf(found, frame);
    },
    async facts() {
      const { site, settings } = await read();
      const goods = settings.isGoodsPublic ? await readGoodsPaths(kysely) : [];
      return {
        siteName: site.siteName,
        origin: settings.origin,
        isIndexed: settings.isIndexed,
        paths: [{ path: '/', changedAt: null }, ...goods],
      };
    },
  };
}

function pageOf(found: Found, frame: DocumentFrame): SourcedPage {
  if (typeof found === 'object')
    return { status: 200, page: { frame: { ...frame, languages: found.languages ?? frame.languages }, content: found.content } };
  const isGone = found === 'gone';
  return {
    status: isGone ? 410 : 404,
    page: { frame: { ...frame, isIndexed: false, languages: [] }, content: { kind: 'missing', isGone } },
  };
}

interface Facts {
  readonly site: SiteSettings;
  readonly settings: PublicSettings;
}

async function contentOf({ database: { kysely } }: SourcePorts, place: DocumentPlace, search: string, facts: Facts): Promise<Found> {
  const { language, name, parts } = place;
  const { site, settings } = facts;
  const view: GoodsView = { language, currency: settings.hasPrices ? site.currency : null };
  if (name === 'home') {
    const goods = settings.isGoodsPublic && settings.showsGoods ? await readTeaser(kysely, view) : [];
    return {
      content: {
        kind: 'home',
        sentence: settings.sentence[language],
        cards: settings.cards[language].map(({ key, value }) => ({ title: key, text: value })),
        questions: settings.questions[language],
        goods,
        hasChart: settings.showsChart,
      },
    };
  }
  if (!settings.isGoodsPublic) return 'missing';
  const id = Number(parts[0] ?? 0);
  if (name === 'goods') {
    const content = await readGoods(kysely, id, view);
    return typeof content === 'string' ? content : { content, ...(await translated(kysely, id)) };
  }
  const content = await readGoodsList(kysely, name === 'goodsCategory' ? id : null, listQueryOf(new URLSearchParams(search)), view);
  return content ? { content } : 'missing';
}

/** A page whose title has no English words is no English page. */
async function translated(kysely: SourcePorts['database']['kysely'], id: number): Promise<{ readonly languages: readonly Language[] }> {
  const row = await kysely.selectFrom('goods').select('title_en').where('id', '=', id).executeTakeFirst();
  return { languages: row?.title_en ? LANGUAGES : ['zh-cn'] };
}

async function frameOf(
  ports: SourcePorts,
  { language, path, name }: DocumentPlace,
  search: string,
  origin: string,
  { site, settings }: Facts,
): Promise<DocumentFrame> {
  const isSearch = name !== 'home' && new URLSearchParams(search).has('q');
  const { rules } = await readMemberMenu(ports.database.kysely, null, { messages: ports.messages, language });
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
    contact: settings.contact,
    description: settings.description[language],
    shareImage: settings.shareImage,
    verifications: name === 'home' ? settings.verifications : [],
    nav: headNavigation(rules, language),
    isIndexed: settings.isIndexed && !isSearch,
  };
}
