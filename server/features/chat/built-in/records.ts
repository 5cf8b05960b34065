import { sql, type SqlBool } from 'kysely';
import { listQuery } from '#api/contract/table/resource-endpoints';
import { textFromCents } from '#domain/base/money';
import { hasHan } from '#domain/help/terms';
import { titleWireName } from '#domain/table/title-key';
import { inLanguage } from '#domain/site/in-language';
import { pagePathOf } from '#domain/table/resource';
import type { AdminCaller } from '../../../base/caller.ts';
import type { Language } from '../../../base/messages.ts';
import type { StoredSource } from '../../../db/tables/chat-tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { mayListOf } from '../../../resources/access/permissions.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import type { ResourceEngine } from '../../../resources/define-resource.ts';
import type { Resources } from '../../../resources/registry.ts';
import { onSale, readCategories } from '../../site/public-goods.ts';
import { readPublicSettings } from '../../site/public-settings.ts';
import type { ChatOwner } from '../base/owner.ts';
import { asksForGoods, keywordsOf } from './keywords.ts';
import { pricedQuestion, type PriceRange } from './price-range.ts';

/** Records that a question is about, as a table. */
export interface FoundRecords {
  readonly title: string;
  /** Markdown. */
  readonly table: string;
  readonly sources: readonly StoredSource[];
}

const MOST_ROWS = 8;
/** Shipped sections that staff ask about, before those that were published here; each is asked with the caller's own rights. */
const SECTIONS = ['goods', 'goodsCategory', 'member', 'admin', 'attachment', 'problemReport'] as const;

/** Names of people make no examples. */
const OF_PEOPLE: ReadonlySet<string> = new Set(['member', 'admin']);

export const plain = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
/** In a cell of a table. */
const cell = (text: string): string =>
  text
    .replaceAll(/[\\|*_`[\]<>~]/gu, String.raw`\$&`)
    .replaceAll(/\s+/gu, ' ')
    .slice(0, 200);
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${head.map(() => ' --- ').join('|')}|`, ...rows.map(row)].join('\n');

export function createRecordSearch({ database: { kysely }, messages }: Pick<ServerPorts, 'database' | 'messages'>, resources: Resources) {
  /** Goods that the public site shows to anybody, with the prices that it tells. */
  async function goodsOnSale(keywords: readonly string[], prices: PriceRange | null, language: Language): Promise<FoundRecords | null> {
    const { isGoodsPublic, hasPrices } = await readPublicSettings(kysely);
    if (!isGoodsPublic || (prices && !hasPrices)) return null;
    const isAbout = keywords.map((word) => {
      // Chinese is written without blanks, and names of goods have them where a reader pauses: 正山小种 无烟.
      const names = sql`lower(concat_ws('|', title, title_en, subtitle))`;
      return sql<SqlBool>`position(${word} in ${hasHan(word) ? sql`regexp_replace(${names}, '\\s', '', 'g')` : names}) > 0`;
    });
    const { byId: categories } = await readCategories(kysely);
    const found = await onSale(kysely, [...categories.keys()])
      .select(['title', 'title_en', 'price', 'category_id'])
      .$if(isAbout.length > 0, (query) => query.where((where) => where.or(isAbout)))
      .$if((prices?.from ?? null) !== null, (query) => query.where('price', '>=', prices!.from!))
      .$if((prices?.to ?? null) !== null, (query) => query.where('price', '<=', prices!.to!))
      .orderBy('weigh', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_ROWS)
      .execute();
    if (found.length === 0) return null;
    const { currency } = await readSiteSettings(kysely);
    const say = (key: string): string => messages.text(language, `answers.${key}`);
    const priceHead = currency === '' ? say('price') : `${say('price')} (${currency})`;
    const head = [say('goods'), say('category'), ...(hasPrices ? [priceHead] : [])];
    const told = (own: string, english: string): string => inLanguage(language, own, english).text;
    const rows = found.map(({ title, title_en: english, price, category_id: id }) => {
      const category = categories.get(id);
      const names = [told(title, english), told(category?.name ?? '', category?.name_en ?? '')];
      return hasPrices ? [...names, textFromCents(price)] : names;
    });
    return { title: say('onSale'), table: markdownTable(head, rows), sources: [] };
  }

  function asked(): readonly ResourceEngine[] {
    const live = resources.all().filter(({ resource }) => resources.originOf(resource.name) === 'runtime');
    return [...SECTIONS.flatMap((name) => resources.get(name) ?? []), ...live];
  }

  /** What staff may see of the sections, found by their quick search. */
  async function ofSections(question: string, caller: AdminCaller): Promise<FoundRecords | null> {
    const { language } = caller.client;
    for (const word of keywordsOf(question)) {
      for (const engine of asked()) {
        const page = pagePathOf(engine.resource);
        if (!mayListOf(engine.resource, caller)) continue;
        const { list = [] } = await engine.list(listQuery.parse({ quickSearch: word, limit: MOST_ROWS }), caller);
        if (list.length === 0) continue;
        const label = engine.resource.label?.[language] ?? messages.text(language, `menu.${page.replaceAll('/', '.')}`);
        const rows = list.map((one) => [plain(one['id']), plain(one[titleWireName(engine.resource, one, language)])]);
        const source: StoredSource = { kind: 'record', title: label, address: `/admin/${page}` };
        const title = messages.text(language, 'answers.found', { section: label, word });
        return { title, table: markdownTable(['ID', messages.text(language, 'answers.name')], rows), sources: [source] };
      }
    }
    return null;
  }

  /** A record that this administrator may see, of the first section that has one; of no section of people. */
  async function firstRecord(caller: AdminCaller, isFit: (title: string) => boolean) {
    for (const engine of asked()) {
      if (OF_PEOPLE.has(engine.resource.name) || !mayListOf(engine.resource, caller)) continue;
      const { list = [] } = await engine.list(listQuery.parse({ limit: MOST_ROWS }), caller);
      for (const row of list) {
        const title = plain(row[titleWireName(engine.resource, row, caller.client.language)]);
        if (isFit(title)) return { engine, row, title };
      }
    }
    return null;
  }

  return {
    firstRecord,
    /** What one of the goods is called that the public site shows. */
    async firstOnSale(language: Language, isFit: (title: string) => boolean): Promise<string | null> {
      if (!(await readPublicSettings(kysely)).isGoodsPublic) return null;
      const { byId: categories } = await readCategories(kysely);
      const found = await onSale(kysely, [...categories.keys()])
        .select(['title', 'title_en'])
        .orderBy('weigh', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_ROWS)
        .execute();
      return found.map(({ title, title_en: english }) => inLanguage(language, title, english).text).find(isFit) ?? null;
    },
    async find(question: string, { caller }: Pick<ChatOwner, 'caller'>): Promise<FoundRecords | null> {
      if (caller.kind === 'admin') return ofSections(question, caller);
      const keywords = keywordsOf(question);
      return keywords.length > 0 || asksForGoods(question) ? goodsOnSale(keywords, null, caller.client.language) : null;
    },
    /** Goods at prices that a visitor or a member asks for; null where the question says nothing of prices, or of something that costs none of them. */
    async findPriced(question: string, { caller }: Pick<ChatOwner, 'caller'>): Promise<FoundRecords | null> {
      const priced = caller.kind === 'admin' ? null : pricedQuestion(question);
      return priced && goodsOnSale(keywordsOf(priced.rest), priced, caller.client.language);
    },
  };
}

export type RecordSearch = ReturnType<typeof createRecordSearch>;
