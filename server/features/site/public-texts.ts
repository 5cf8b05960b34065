import { sql, type Kysely } from 'kysely';
import { cleanRichText } from '#domain/fields/rich-text';
import { richTextExcerpt } from '#domain/fields/rich-text-excerpt';
import { LANGUAGES, type Language } from '#domain/base/language';
import type { NoticeContent, NoticeEntry, NoticeListContent, PageContent, PageLink } from '#domain/site/document-page';
import { inLanguage } from '#domain/site/in-language';
import type { PreviewKind } from '#domain/site/preview';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { localText } from '#domain/base/zone-time';
import { inNoticeOrder, publishedNotices, SHOWN_NOTICES } from '../base/published-notices.ts';
import type { SitePath } from './document-source.ts';

export const NOTICES_ON_A_PAGE = 20;
const NOTICES_ON_HOME = 3;

/** What anybody may read. */
const published = (kysely: Kysely<Tables>, now: number) => publishedNotices(kysely, now).where('audience', '=', 'public');

/** How notices are told: in which language, on which clock, and when. */
export interface TextView {
  readonly language: Language;
  readonly timeZone: string;
  /** Unix seconds. */
  readonly now: number;
}

const timeOf = ({ publish_time: published, create_time: created }: Pick<Row<'notice'>, 'publish_time' | 'create_time'>): number =>
  published ?? created;

const languagesIn = (isEnglish: boolean): readonly Language[] => (isEnglish ? LANGUAGES : ['zh-cn']);

/** A page is one of a language's only with title and text in it. */
const languagesOf = ({ title_en: title, body_en: body }: Pick<Row<'notice'>, 'title_en' | 'body_en'>): readonly Language[] =>
  languagesIn(title !== '' && body !== '');

/** The same, without reading a text that may be long. */
const IS_ENGLISH = sql<boolean>`title_en <> '' and body_en <> ''`;

type NoticeRow = Pick<Row<'notice'>, 'id' | 'title' | 'title_en' | 'body' | 'body_en' | 'is_pinned' | 'publish_time' | 'create_time'>;

const dayOf = (row: Pick<Row<'notice'>, 'publish_time' | 'create_time'>, { timeZone }: TextView): string =>
  localText(timeOf(row), timeZone).slice(0, 10);

function entryOf(row: NoticeRow, view: TextView): NoticeEntry {
  const { language } = view;
  const body = inLanguage(language, row.body, row.body_en);
  return {
    id: row.id,
    title: inLanguage(language, row.title, row.title_en),
    excerpt: { ...body, text: richTextExcerpt(body.text) },
    isPinned: row.is_pinned === '1',
    day: dayOf(row, view),
  };
}

const inOrder = (kysely: Kysely<Tables>, now: number) =>
  inNoticeOrder(published(kysely, now).select(['id', 'title', 'title_en', 'body', 'body_en', 'is_pinned', 'publish_time', 'create_time']));

export const hasNotices = async (kysely: Kysely<Tables>, now: number): Promise<boolean> =>
  (await published(kysely, now).select('id').limit(1).executeTakeFirst()) !== undefined;

export async function readNewestNotices(kysely: Kysely<Tables>, view: TextView): Promise<readonly NoticeEntry[]> {
  const rows = await inOrder(kysely, view.now).limit(NOTICES_ON_HOME).execute();
  return rows.map((row) => entryOf(row, view));
}

/** @returns null for a page that is not there */
export async function readNoticeList(kysely: Kysely<Tables>, view: TextView, page: number): Promise<NoticeListContent | null> {
  const { total } = await published(kysely, view.now)
    .select((e) => e.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(Number(total) / NOTICES_ON_A_PAGE));
  if (page > pages) return null;
  const rows = await inOrder(kysely, view.now)
    .limit(NOTICES_ON_A_PAGE)
    .offset((page - 1) * NOTICES_ON_A_PAGE)
    .execute();
  return { kind: 'notices', items: rows.map((row) => entryOf(row, view)), page, pages };
}

interface Found<Content> {
  readonly content: Content;
  readonly languages: readonly Language[];
}

function noticeOf(row: Row<'notice'>, view: TextView): Found<NoticeContent> {
  const { language } = view;
  const body = inLanguage(language, row.body, row.body_en);
  const title = inLanguage(language, row.title, row.title_en);
  const times = { day: dayOf(row, view), publishedAt: timeOf(row), changedAt: row.update_time };
  const content: NoticeContent = { kind: 'notice', id: row.id, title, body: { ...body, text: cleanRichText(body.text) }, ...times };
  return { content, languages: languagesOf(row) };
}

function textPageOf(row: Row<'public_page'>, language: Language): Found<PageContent> {
  const body = inLanguage(language, row.body, row.body_en);
  const title = inLanguage(language, row.title, row.title_en);
  const content: PageContent = { kind: 'page', title, body: { ...body, text: cleanRichText(body.text) } };
  return { content, languages: languagesOf(row) };
}

/** @returns 'gone' for a notice whose time is over */
export async function readNotice(kysely: Kysely<Tables>, view: TextView, id: number): Promise<Found<NoticeContent> | 'gone' | 'missing'> {
  const row = await published(kysely, view.now).selectAll().where('id', '=', id).executeTakeFirst();
  if (row) return noticeOf(row, view);
  const over = await kysely
    .selectFrom('notice')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', [...SHOWN_NOTICES, 'ended'])
    .where('audience', '=', 'public')
    .where('expire_time', '<=', view.now)
    .executeTakeFirst();
  return over ? 'gone' : 'missing';
}

export async function readTextPage(kysely: Kysely<Tables>, language: Language, slug: string): Promise<Found<PageContent> | 'missing'> {
  const row = await kysely.selectFrom('public_page').selectAll().where('slug', '=', slug).where('status', '=', 'on').executeTakeFirst();
  return row ? textPageOf(row, language) : 'missing';
}

/** As it is stored, published or not. */
export async function readDraft(
  kysely: Kysely<Tables>,
  view: TextView,
  { kind, id }: { readonly kind: PreviewKind; readonly id: number },
): Promise<Found<NoticeContent | PageContent> | 'missing'> {
  if (kind === 'notice') {
    const row = await kysely.selectFrom('notice').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? noticeOf(row, view) : 'missing';
  }
  const row = await kysely.selectFrom('public_page').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? textPageOf(row, view.language) : 'missing';
}

export async function readFooterPages(kysely: Kysely<Tables>, language: Language): Promise<readonly PageLink[]> {
  const rows = await kysely
    .selectFrom('public_page')
    .select(['slug', 'title', 'title_en'])
    .where('status', '=', 'on')
    .where('in_footer', '=', '1')
    .orderBy('weigh', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ slug, title, title_en }) => ({ path: `/pages/${slug}`, title: inLanguage(language, title, title_en) }));
}

/** Addresses of all notices and pages that may be found. */
export async function readTextPaths(kysely: Kysely<Tables>, now: number): Promise<readonly SitePath[]> {
  const notices = await published(kysely, now)
    .select(['id', 'update_time', IS_ENGLISH.as('english')])
    .orderBy('id')
    .execute();
  const pages = await kysely
    .selectFrom('public_page')
    .select(['slug', 'update_time', IS_ENGLISH.as('english')])
    .where('status', '=', 'on')
    .orderBy('id')
    .execute();
  return [
    ...(notices.length > 0 ? [{ path: '/notices', changedAt: null, languages: LANGUAGES }] : []),
    ...notices.map((row) => ({ path: `/notices/${row.id}`, changedAt: row.update_time, languages: languagesIn(row.english) })),
    ...pages.map((row) => ({ path: `/pages/${row.slug}`, changedAt: row.update_time, languages: languagesIn(row.english) })),
  ];
}
