import type { AdminCaller } from '../../../base/caller.ts';
import type { Language, Messages } from '../../../base/messages.ts';
import type { Say } from '../../../base/refusal-text.ts';
import { columnLabel } from '../../../resources/files/export-columns.ts';
import type { ResourceEngine } from '../../../resources/define-resource.ts';
import type { Help } from '../../help/help.service.ts';
import { proposableActions } from '../tools/proposed-rights.ts';
import { BY_DECLARATION, proposableFields } from '../tools/told-fields.ts';
import type { ChatOwner } from '../base/owner.ts';
import { plain, type RecordSearch } from './records.ts';

export const MOST_EXAMPLES = 3;
/** A name that is longer makes no example. */
const LONGEST_NAME = 60;
/** Articles whose first way of asking is an example, for each kind of person; those who may not read one have the next. */
const ARTICLES = {
  visitor: ['register', 'chat', 'retrieve-password', 'sign-in-member'],
  member: ['balance', 'member-password', 'own-data', 'chat'],
  admin: ['undo', 'export', 'list-search', 'command-palette', 'report-problem'],
} as const;
/** Kinds of fields whose values can be said in a sentence as they are, the likeliest to be changed first. */
const SAID_KINDS = ['money', 'integer', 'string'] as const;

const isSayable = (value: string): boolean => value !== '' && value.length <= LONGEST_NAME && !/[“”"'\n|[\]*_`<>]/u.test(value);

interface Surroundings {
  readonly help: Pick<Help, 'readArticle' | 'isOpenTo'>;
  readonly records: Pick<RecordSearch, 'firstRecord' | 'firstOnSale'>;
  readonly messages: Messages;
}

/**
 * Questions that the built-in assistant answers whoever asks, with records and articles that they may see: what it says where it did not understand.
 */
export function createExamples({ help, records, messages }: Surroundings) {
  /** A change that may be made: a field of a record is set to what it is. */
  function changeOf(
    engine: ResourceEngine,
    row: Readonly<Record<string, unknown>>,
    title: string,
    caller: AdminCaller,
    say: Say,
  ): string[] {
    if (!proposableActions(engine, caller).includes('edit')) return [];
    const { language } = caller.client;
    const fields = proposableFields(engine.resource, BY_DECLARATION);
    const { readable, title: called, titleIn } = engine.context.columns;
    const sayable = readable.filter(
      (column) => fields.has(column.name) && column !== called && !titleIn.includes(column) && isSayable(plain(row[column.name])),
    );
    const [column] = SAID_KINDS.flatMap((kind) => sayable.filter(({ field }) => field.kind === kind));
    if (!column) return [];
    const field = columnLabel(engine.context, column, { messages, language, timeZone: 'UTC' });
    return [say('example.change', { record: title, field: field.toLowerCase(), value: plain(row[column.name]) })];
  }

  async function ofStaff(caller: AdminCaller, say: Say): Promise<readonly string[]> {
    const found = await records.firstRecord(caller, isSayable);
    return found ? [...changeOf(found.engine, found.row, found.title, caller, say), say('example.record', { record: found.title })] : [];
  }

  async function ofGoods(language: Language, say: Say): Promise<readonly string[]> {
    const goods = await records.firstOnSale(language, isSayable);
    return goods === null ? [] : [say('example.goods', { goods })];
  }

  const asksOf = (caller: ChatOwner['caller'], language: Language): readonly string[] =>
    ARTICLES[caller.kind].flatMap((slug) => {
      const article = help.readArticle(slug, language);
      return article && help.isOpenTo(article, caller) ? (article.asks[0] ?? []) : [];
    });

  return async ({ caller }: Pick<ChatOwner, 'caller'>, say: Say): Promise<readonly string[]> => {
    const { language } = caller.client;
    const own = caller.kind === 'admin' ? await ofStaff(caller, say) : await ofGoods(language, say);
    return [...own, ...asksOf(caller, language)].slice(0, MOST_EXAMPLES);
  };
}

export type Examples = ReturnType<typeof createExamples>;
