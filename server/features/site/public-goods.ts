import { type Kysely, sql } from 'kysely';
import { LANGUAGES, type Language } from '#domain/base/language';
import type { GoodsOrder, DocumentListQuery } from '#domain/site/document-address';
import type { CategoryEntry, Crumb, GoodsCard, GoodsContent, GoodsListContent, GoodsPrice, LocalText } from '#domain/site/document-page';
import { inLanguage } from '#domain/site/in-language';
import { MANY_ROWS } from '../../base/limits.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { createCleaning } from '../modules/public/clean-texts.ts';
import type { SitePath } from './document-source.ts';

export const GOODS_ON_A_PAGE = 24;
/** Two addresses each: with its counterparts a part stays far below what search engines take. */
export const GOODS_OF_A_PART = 5000;
const TEASER_GOODS = 8;
const OTHER_GOODS = 4;
const FEW = 5;

const newCleaning = createCleaning();

/** How goods are told: in which language, and with which prices. */
export interface GoodsView {
  readonly language: Language;
  /** Null where no prices are told. */
  readonly currency: string | null;
}

interface Category {
  readonly id: number;
  readonly pid: number;
  readonly name: string;
  readonly name_en: string;
}

/** Categories that are shown, with all above them, in their order. */
export interface PublicCategories {
  readonly byId: ReadonlyMap<number, Category>;
  readonly inOrder: readonly { readonly category: Category; readonly depth: number }[];
}

export async function readCategories(kysely: Kysely<Tables>): Promise<PublicCategories> {
  const rows = await kysely
    .selectFrom('goods_category')
    .select(['id', 'pid', 'name', 'name_en'])
    .where('status', '=', '1')
    .orderBy('weigh', 'desc')
    .orderBy('id')
    .execute();
  const below = Map.groupBy(rows, ({ pid }) => pid);
  const inOrder: { category: Category; depth: number }[] = [];
  // What lies below one that is hidden is never reached from the top.
  const waiting = (below.get(0) ?? []).map((category) => ({ category, depth: 0 })).toReversed();
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const { category, depth } = one;
    inOrder.push(one);
    for (const child of (below.get(category.id) ?? []).toReversed()) waiting.push({ category: child, depth: depth + 1 });
  }
  return { byId: new Map(inOrder.map(({ category }) => [category.id, category])), inOrder };
}

/** The categories that have goods on sale, in them or below them: in the others there is nothing to be found. */
async function stockedOf(kysely: Kysely<Tables>, { byId }: PublicCategories): Promise<ReadonlySet<number>> {
  const rows = await kysely
    .selectFrom('goods_category as category')
    .select('category.id')
    .where((e) =>
      e.exists(e.selectFrom('goods').select('goods.id').whereRef('category_id', '=', 'category.id').where('goods.status', '=', 'on')),
    )
    .execute();
  const stocked = new Set<number>();
  for (const { id } of rows) for (let one = byId.get(id); one && !stocked.has(one.id); one = byId.get(one.pid)) stocked.add(one.id);
  return stocked;
}

/** A category with all below it. */
function withBelow({ inOrder }: PublicCategories, id: number): readonly number[] {
  const at = inOrder.findIndex(({ category }) => category.id === id);
  const depth = inOrder[at]?.depth ?? 0;
  const end = inOrder.findIndex((one, index) => index > at && one.depth <= depth);
  return inOrder.slice(at, end < 0 ? undefined : end).map(({ category }) => category.id);
}

const CARD = ['id', 'title', 'title_en', 'subtitle', 'images', 'price', 'list_price'] as const;
type CardRow = {
  readonly id: number;
  readonly title: string;
  readonly title_en: string;
  readonly subtitle: string;
  readonly images: readonly string[];
  readonly price: number;
  readonly list_price: number | null;
};

const priceOf = ({ price, list_price: list }: Pick<CardRow, 'price' | 'list_price'>, { currency }: GoodsView): GoodsPrice | null =>
  currency === null ? null : { cents: price, listCents: list !== null && list > price ? list : null, currency };

/** It has no English words, and is no name that has to stand there in any language. */
const subtitleOf = ({ subtitle }: Pick<CardRow, 'subtitle'>, { language }: GoodsView): LocalText =>
  inLanguage(language, language === 'zh-cn' ? subtitle : '', '');

const cardOf = (row: CardRow, view: GoodsView): GoodsCard => ({
  id: row.id,
  title: inLanguage(view.language, row.title, row.title_en),
  subtitle: subtitleOf(row, view),
  picture: row.images[0] ?? '',
  price: priceOf(row, view),
});

/** On sale, in a category that is shown. */
export const onSale = (kysely: Kysely<Tables>, ids: readonly number[]) =>
  kysely
    .selectFrom('goods')
    .where('status', '=', 'on')
    .where(sql<boolean>`category_id = any(${[...ids]}::bigint[])`);

const escaped = (words: string): string => `%${words.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;

const ORDERS: Readonly<Record<GoodsOrder, readonly (readonly [column: 'is_featured' | 'weigh' | 'id' | 'price', direction: 'asc' | 'desc'])[]>> = {
  '': [['is_featured', 'desc'], ['weigh', 'desc'], ['id', 'desc']],
  newest: [['id', 'desc']],
  cheap: [['price', 'asc'], ['id', 'desc']],
  dear: [['price', 'desc'], ['id', 'desc']],
}; // prettier-ignore

/** As `goods_search` has it. */
const GRAMS = sql`search_grams(coalesce(title, '') || E'\n' || coalesce(title_en, '') || E'\n' || coalesce(subtitle, ''))`;

/**
 * The condition that goods have the words. Its index finds some that have not, and so stands beside the condition itself, which is tried
 * first; where many rows are known to be found, a page is sooner met along the list's order.
 */
function hasWords(words: string, isLarge: boolean) {
  const pattern = escaped(words);
  const condition = sql<boolean>`(title ilike ${pattern} or title_en ilike ${pattern} or subtitle ilike ${pattern})`;
  return isLarge
    ? sql<boolean>`case when ${condition} then true end`
    : sql<boolean>`${condition} and ${GRAMS} @@ searched_grams(${words}::text)`;
}

const findGoods = (kysely: Kysely<Tables>, ids: readonly number[], words: string, isLarge = false) =>
  onSale(kysely, ids).$if(words !== '', (query) => query.where(hasWords(words, isLarge)));

export const countGoods = (kysely: Kysely<Tables>, ids: readonly number[], words: string) =>
  findGoods(kysely, ids, words).select((e) => e.fn.countAll<number | string>().as('total'));

const selectCards = (kysely: Kysely<Tables>, ids: readonly number[], words: string, order: GoodsOrder, isLarge = false) =>
  ORDERS[order].reduce(
    (query, [column, direction]) => query.orderBy(column, direction),
    findGoods(kysely, ids, words, isLarge).select(CARD),
  );

/** Featured first, then by weight, then the newest. */
export async function readTeaser(kysely: Kysely<Tables>, view: GoodsView): Promise<readonly GoodsCard[]> {
  const { byId } = await readCategories(kysely);
  const rows = await selectCards(kysely, [...byId.keys()], '', '')
    .limit(TEASER_GOODS)
    .execute();
  return rows.map((row) => cardOf(row, view));
}

/** Prices that are not told are not told by an order either: whoever knows one would know the bounds of all others. */
const orderIn = ({ order }: DocumentListQuery, { currency }: GoodsView): GoodsOrder =>
  currency === null && (order === 'cheap' || order === 'dear') ? '' : order;

/** @returns null for a category that is not shown, or a page beyond the last */
export async function readGoodsList(
  kysely: Kysely<Tables>,
  categoryId: number | null,
  query: DocumentListQuery,
  view: GoodsView,
): Promise<GoodsListContent | null> {
  const categories = await readCategories(kysely);
  if (categoryId !== null && !categories.byId.has(categoryId)) return null;
  const ids = categoryId === null ? [...categories.byId.keys()] : withBelow(categories, categoryId);
  const total = Number((await countGoods(kysely, ids, query.words).executeTakeFirst())?.total ?? 0);
  const pages = Math.max(Math.ceil(total / GOODS_ON_A_PAGE), 1);
  if (query.page > pages) return null;
  const rows = await selectCards(kysely, ids, query.words, orderIn(query, view), total > MANY_ROWS)
    .limit(GOODS_ON_A_PAGE)
    .offset((query.page - 1) * GOODS_ON_A_PAGE)
    .execute();
  const stocked = await stockedOf(kysely, categories);
  const entries = categories.inOrder
    // Whoever has the address of one that is empty sees where they are.
    .filter(({ category }) => stocked.has(category.id) || category.id === categoryId)
    .map(({ category, depth }): CategoryEntry => ({
      id: category.id,
      title: inLanguage(view.language, category.name, category.name_en),
      depth,
    }));
  return {
    kind: 'goodsList',
    category: entries.find(({ id }) => id === categoryId) ?? null,
    crumbs: crumbsOf(categories, categoryId, view).slice(0, -1),
    categories: entries,
    items: rows.map((row) => cardOf(row, view)),
    total,
    pages,
    query,
  };
}

/** The way down to a category, from the top. */
function crumbsOf({ byId }: PublicCategories, id: number | null, { language }: GoodsView): readonly Crumb[] {
  const crumbs: Crumb[] = [];
  for (let one = id === null ? undefined : byId.get(id); one !== undefined; one = byId.get(one.pid))
    crumbs.unshift({ title: inLanguage(language, one.name, one.name_en), path: `/goods/category/${one.id}` });
  return crumbs;
}

/** @returns 'gone' for goods that are not on sale any more or were deleted, 'missing' for a number that there never was */
export async function readGoods(kysely: Kysely<Tables>, id: number, view: GoodsView): Promise<GoodsContent | 'gone' | 'missing'> {
  const categories = await readCategories(kysely);
  const row = await onSale(kysely, [...categories.byId.keys()])
    .select([...CARD, 'category_id', 'stock', 'unit', 'tags', 'description'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return (await wasThere(kysely, id)) ? 'gone' : 'missing';
  // Of the same category first.
  const others = await onSale(kysely, [...categories.byId.keys()])
    .select(CARD)
    .where('id', '!=', id)
    .orderBy((e) => e.case().when('category_id', '=', row.category_id).then(0).else(1).end())
    .orderBy('weigh', 'desc')
    .orderBy('id', 'desc')
    .limit(OTHER_GOODS)
    .execute();
  return {
    kind: 'goods',
    id,
    title: inLanguage(view.language, row.title, row.title_en),
    subtitle: subtitleOf(row, view),
    pictures: row.images,
    price: priceOf(row, view),
    unit: row.unit,
    tags: row.tags,
    availability: row.stock === 0 ? 'soldOut' : row.stock <= FEW ? 'few' : 'inStock',
    description: await newCleaning()(row.description),
    crumbs: crumbsOf(categories, row.category_id, view),
    others: others.map((one) => cardOf(one, view)),
  };
}

/** Numbers are given once and in order: one that is not larger than the largest ever given was given. A draft was never to be seen. */
async function wasThere(kysely: Kysely<Tables>, id: number): Promise<boolean> {
  const row = await kysely.selectFrom('goods').select('status').where('id', '=', id).executeTakeFirst();
  if (row) return row.status === 'off';
  const { rows } = await sql<{ last: number | string | null }>`select last_value as last from pg_sequences
    where schemaname = current_schema() and sequencename = substring(pg_get_serial_sequence('goods', 'id') from '[^.]+$')`.execute(kysely);
  return id <= Number(rows[0]?.last ?? 0);
}

/** A page whose title has no English words is no English page. */
const languagesNamed = (english: string): readonly Language[] => (english === '' ? ['zh-cn'] : LANGUAGES);

/** The languages that a category has a name in. */
export async function readCategoryLanguages(kysely: Kysely<Tables>, id: number): Promise<readonly Language[]> {
  const row = await kysely.selectFrom('goods_category').select('name_en').where('id', '=', id).executeTakeFirst();
  return languagesNamed(row?.name_en ?? '');
}

/** The list, and categories in which something is on sale. */
export async function readGoodsLists(kysely: Kysely<Tables>): Promise<readonly SitePath[]> {
  const categories = await readCategories(kysely);
  const stocked = await stockedOf(kysely, categories);
  const offered = categories.inOrder.filter(({ category }) => stocked.has(category.id));
  return [
    { path: '/goods', changedAt: null, languages: LANGUAGES },
    ...offered.map(({ category }) => ({
      path: `/goods/category/${category.id}`,
      changedAt: null,
      languages: languagesNamed(category.name_en),
    })),
  ];
}

/** The parts that addresses of goods are divided into: each has so many numbers, and a file of none is no site map. */
export async function readGoodsParts(kysely: Kysely<Tables>): Promise<readonly number[]> {
  const { byId } = await readCategories(kysely);
  const { rows } = await sql<{ part: number }>`select part::integer
    from generate_series(1, (select (coalesce(max(id), 0) + ${GOODS_OF_A_PART - 1}) / ${GOODS_OF_A_PART} from goods)) as part
    where exists (select from goods where id > (part - 1) * ${GOODS_OF_A_PART} and id <= part * ${GOODS_OF_A_PART} and status = 'on'
      and category_id = any(${[...byId.keys()]}::bigint[])) order by part`.execute(kysely);
  return rows.map(({ part }) => part);
}

/** @param part from 1; @returns addresses of its goods that may be found, each in the languages that it has a name in */
export async function readGoodsPaths(kysely: Kysely<Tables>, part: number): Promise<readonly SitePath[]> {
  const { byId } = await readCategories(kysely);
  const rows = await onSale(kysely, [...byId.keys()])
    .select(['id', 'title_en', 'update_time'])
    .where('id', '>', (part - 1) * GOODS_OF_A_PART)
    .where('id', '<=', part * GOODS_OF_A_PART)
    .orderBy('id')
    .execute();
  return rows.map(({ id, title_en: english, update_time: time }) => ({
    path: `/goods/${id}`,
    changedAt: time,
    languages: languagesNamed(english),
  }));
}
