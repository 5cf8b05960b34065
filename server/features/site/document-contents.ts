import { LANGUAGES, type Language } from '#domain/base/language';
import { listQueryOf, type DocumentPlace } from '#domain/site/document-address';
import type { DocumentContent, HomeContent, MissingReason } from '#domain/site/document-page';
import type { ServerPorts } from '../../ports/ports.ts';
import type { SiteSettings } from '../../resources/base/site-settings.ts';
import { readCategoryLanguages, readGoods, readGoodsList, readTeaser, type GoodsView } from './public-goods.ts';
import { readModulePage } from '../modules/public/module-pages.ts';
import type { PublicModule } from '../modules/public/public-modules.ts';
import { readHelpArticle, readHelpList, type PublicHelp } from './public-help.ts';
import type { PublicSettings } from './public-settings.ts';
import { readNewestNotices, readNotice, readNoticeList, readTextPage, type TextView } from './public-texts.ts';

export type ContentPorts = Pick<ServerPorts, 'database' | 'messages' | 'clock' | 'randomBytes' | 'demo' | 'siteAddress'>;

/** What all pages are drawn from, read once for each. */
export interface SiteView {
  readonly site: SiteSettings;
  readonly settings: PublicSettings;
  /** Unix seconds. */
  readonly now: number;
  readonly help: PublicHelp;
  readonly modules: readonly PublicModule[];
}

/** What stands at an address, and in which languages where these are not all; or why nothing does. */
export type FoundContent = { readonly content: DocumentContent; readonly languages?: readonly Language[] } | MissingReason;

export async function readContent(ports: ContentPorts, place: DocumentPlace, search: string, view: SiteView): Promise<FoundContent> {
  const { kysely } = ports.database;
  const { language, name, parts } = place;
  const [part = ''] = parts;
  const query = listQueryOf(new URLSearchParams(search));
  switch (name) {
    case 'home':
      return { content: await readHome(ports, language, view) };
    case 'goodsList':
    case 'goodsCategory':
    case 'goods':
      return view.settings.isGoodsPublic ? readOfGoods(ports, place, search, goodsView(language, view)) : 'missing';
    case 'notices':
      return whole(await readNoticeList(kysely, textView(language, view), query.page));
    case 'notice':
      return readNotice(kysely, textView(language, view), Number(part));
    case 'page':
      return readTextPage(kysely, language, part);
    case 'help':
      return { content: readHelpList(view.help, language) };
    case 'helpArticle':
      return whole(readHelpArticle(view.help, language, part));
    case 'modulePage':
      return readModulePage(kysely, view.modules, parts, query.page, textView(language, view));
    default:
      throw new Error(`nothing fills ${String(name satisfies never)}`);
  }
}

const whole = (content: DocumentContent | null): FoundContent => (content ? { content } : 'missing');

const goodsView = (language: Language, { site, settings }: SiteView): GoodsView => ({
  language,
  currency: settings.hasPrices ? site.currency : null,
});

export const textView = (language: Language, { site: { timeZone }, now }: SiteView): TextView => ({ language, timeZone, now });

async function readHome(ports: ContentPorts, language: Language, view: SiteView): Promise<HomeContent> {
  const { kysely } = ports.database;
  const { settings } = view;
  return {
    kind: 'home',
    sentence: settings.sentence[language],
    cards: settings.cards[language].map(({ key, value }) => ({ title: key, text: value })),
    questions: settings.questions[language],
    goods: settings.isGoodsPublic && settings.showsGoods ? await readTeaser(kysely, goodsView(language, view)) : [],
    notices: settings.showsNotices ? await readNewestNotices(kysely, textView(language, view)) : [],
    hasChart: settings.showsChart,
    hasPictures: settings.showsPictures,
    hasDemo: settings.isDemoOpen && ports.demo?.isBuilt() === true,
  };
}

async function readOfGoods(
  { database: { kysely } }: ContentPorts,
  place: DocumentPlace,
  search: string,
  view: GoodsView,
): Promise<FoundContent> {
  const id = Number(place.parts[0] ?? 0);
  const query = listQueryOf(new URLSearchParams(search));
  if (place.name === 'goodsList') return whole(await readGoodsList(kysely, null, query, view));
  if (place.name === 'goodsCategory') {
    const list = await readGoodsList(kysely, id, query, view);
    return list ? { content: list, languages: await readCategoryLanguages(kysely, id) } : 'missing';
  }
  const content = await readGoods(kysely, id, view);
  if (typeof content === 'string') return content;
  // A page whose title has no English words is no English page.
  const row = await kysely.selectFrom('goods').select('title_en').where('id', '=', id).executeTakeFirst();
  return { content, languages: row?.title_en ? LANGUAGES : ['zh-cn'] };
}
