import { sql, type SqlBool } from 'kysely';
import { listQuery } from '#api/contract/table/resource-endpoints';
import { textFromCents } from '#domain/base/money';
import { wireNameOf } from '#domain/fields/field';
import { pagePathOf } from '#domain/table/resource';
import type { AdminCaller } from '../../../base/caller.ts';
import type { Language, Messages } from '../../../base/messages.ts';
import type { StoredSource } from '../../../db/tables/chat-tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { may } from '../../../resources/access/permissions.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import type { Resources } from '../../../resources/registry.ts';
import type { ChatOwner } from '../base/owner.ts';
import { asksForGoods, keywordsOf } from './keywords.ts';

/** Records that a question is about, as a table. */
export interface FoundRecords {
  readonly title: string;
  /** Markdown. */
  readonly table: string;
  readonly sources: readonly StoredSource[];
}

const MOST_ROWS = 8;
/** Sections that staff ask about; each is asked with the caller's own rights. */
const SECTIONS = ['goods', 'goodsCategory', 'member', 'admin', 'attachment', 'problemReport'] as const;

const plain = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
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
  /** Goods on sale, which everybody may see. */
  async function goodsOnSale(question: string, language: Language): Promise<FoundRecords | null> {
    const keywords = keywordsOf(question);
    if (keywords.length === 0 && !asksForGoods(question)) return null;
    const isAbout = keywords.map(
      (word) => sql<SqlBool>`position(${word} in lower(concat_ws(' ', goods.title, goods.title_en, goods.subtitle))) > 0`,
    );
    const found = await kysely
      .selectFrom('goods')
      .innerJoin('goods_category', 'goods_category.id', 'goods.category_id')
      .select(['goods.title', 'goods.title_en', 'goods.price', 'goods_category.name', 'goods_category.name_en'])
      .where('goods.status', '=', 'on')
      .where('goods_category.status', '=', '1')
      .$if(isAbout.length > 0, (query) => query.where((where) => where.or(isAbout)))
      .orderBy('goods.weigh', 'desc')
      .orderBy('goods.id', 'desc')
      .limit(MOST_ROWS)
      .execute();
    if (found.length === 0) return null;
    const { currency } = await readSiteSettings(kysely);
    const say = (key: string): string => messages.text(language, `answers.${key}`);
    const head = [say('goods'), say('category'), currency === '' ? say('price') : `${say('price')} (${currency})`];
    const inLanguage = (own: string, english: string): string => (language === 'en' && english !== '' ? english : own);
    const rows = found.map((one) => [inLanguage(one.title, one.title_en), inLanguage(one.name, one.name_en), textFromCents(one.price)]);
    return { title: say('onSale'), table: markdownTable(head, rows), sources: [] };
  }

  /** What staff may see of the sections, found by their quick search. */
  async function ofSections(question: string, caller: AdminCaller): Promise<FoundRecords | null> {
    const { language } = caller.client;
    for (const word of keywordsOf(question)) {
      for (const name of SECTIONS) {
        const engine = resources.get(name);
        if (!engine) continue;
        const page = pagePathOf(engine.resource);
        if (!may(caller, `${page}/index`.toLowerCase())) continue;
        const { list = [] } = await engine.list(listQuery.parse({ quickSearch: word, limit: MOST_ROWS }), caller);
        if (list.length === 0) continue;
        const { titleField, fields } = engine.resource;
        const column = wireNameOf(titleField, fields[titleField]);
        const label = messages.text(language, `menu.${page.replaceAll('/', '.')}`);
        const rows = list.map((one) => [plain(one['id']), plain(one[column])]);
        const source: StoredSource = { kind: 'record', title: label, address: `/admin/${page}` };
        return { title: label, table: markdownTable(['ID', messages.text(language, 'answers.name')], rows), sources: [source] };
      }
    }
    return null;
  }

  return {
    find: (question: string, { caller }: Pick<ChatOwner, 'caller'>): Promise<FoundRecords | null> =>
      caller.kind === 'admin' ? ofSections(question, caller) : goodsOnSale(question, caller.client.language),
  };
}

export type RecordSearch = ReturnType<typeof createRecordSearch>;
export type Say = (key: string, params?: Parameters<Messages['text']>[2]) => string;
