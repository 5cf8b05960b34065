import type { Language } from '#domain/base/language';
import { HELP_BASE, type HelpArticle } from '#domain/help/article';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { StoredSource } from '../../../db/tables/chat-tables.ts';
import type { AnswerPart, AnswerRequest, ChatModel } from '../answer/chat-model.ts';
import type { Help, HelpHit } from '../../help/help.service.ts';
import type { Quotas } from '../base/quotas.ts';
import type { Examples } from './examples.ts';
import { areThanks, isGreeting, keywordsOf } from './keywords.ts';
import type { Say } from '../../../base/refusal-text.ts';
import { markdownTable, type RecordSearch } from './records.ts';
import { proposing } from './proposing.ts';
import { SAMPLE } from './sample.ts';
import type { Wishes } from './wishes.ts';

/** Its own commands, with what each is for. */
export const BUILT_IN_COMMANDS = ['sample', 'who'] as const;

interface Answer {
  /** Markdown. */
  readonly text: string;
  readonly sources?: readonly StoredSource[];
  /** False where it says that it does not know. */
  readonly isKnown?: boolean;
}

interface Surroundings {
  readonly help: Pick<Help, 'search' | 'readArticle'>;
  readonly records: RecordSearch;
  /** What this person may ask and is answered, for where it does not understand. */
  readonly examplesFor: Examples;
  readonly quotas: Quotas;
  /** What an administrator asks to have changed. */
  readonly wishesIn: Wishes;
  /** Between two phrases. */
  readonly paceMs: number;
}

const MOST_SUGGESTIONS = 3;
/** A longer article is named, and only what fits best of it is said. */
const MOST_OF_AN_ARTICLE = 4000;

/** What is of no page but of all of the back office leads nowhere. */
const ANYWHERE = '/admin';
/** Links between articles, as their texts have them. */
const LINK_TO_ARTICLE = /\[([^\]]+)\]\(\/help\/([a-z\d-]+)\)/gu;

/**
 * Answers from what the site knows itself, without any provider: commands, articles of the help, records that the reader may see, and
 * otherwise that it does not know. The same question of the same reader has the same answer. Source: open content, "Chat page".
 */
export function createBuiltInModel(
  ports: Pick<ServerPorts, 'database' | 'messages'>,
  { help, records, examplesFor, quotas, wishesIn, paceMs }: Surroundings,
): ChatModel {
  const article = (slug: string, language: Language): HelpArticle | null => help.readArticle(slug, language);

  /** Articles of visitors have pages of their own; the others stand in the help of the page that they are about. */
  function addressOf(slug: string, language: Language): string {
    const found = article(slug, language);
    if (found?.audience === 'visitor') return `${HELP_BASE}${slug}`;
    return found === null || found.route === ANYWHERE ? '' : found.route;
  }
  const sourceOf = ({ slug, title }: HelpHit, language: Language): StoredSource => ({
    kind: 'help',
    title,
    address: addressOf(slug, language),
    slug,
  });
  const suggestionOf = (hit: HelpHit, language: Language): StoredSource => ({ ...sourceOf(hit, language), isSuggestion: true });

  /** Without links to pages that there are none of. */
  const linkedWhereOpen = (body: string, language: Language): string =>
    body.replaceAll(LINK_TO_ARTICLE, (link, words: string, slug: string) =>
      article(slug, language)?.audience === 'visitor' ? link : words,
    );

  async function who({ owner, language }: AnswerRequest, say: Say): Promise<Answer> {
    const left = await quotas.left(owner);
    const amount = (number: number | null): string => (number === null ? say('unlimited') : String(number));
    const rows = [
      [say('whoYou'), owner.caller.kind === 'visitor' ? say('visitor') : owner.caller.username],
      [say('whoMessages'), amount(left.messagesLeft)],
      [say('whoTokens'), amount(left.tokensLeft)],
    ];
    if (owner.kind === 'member' && owner.id !== null) {
      const member = await ports.database.kysely.selectFrom('member').select('score').where('id', '=', owner.id).executeTakeFirst();
      if (member) rows.push([say('whoScore'), new Intl.NumberFormat(language).format(member.score)]);
    }
    return { text: markdownTable([say('whoWhat'), say('whoValue')], rows) };
  }

  /** A sentence that asks for a change becomes a proposal; null where it is none. */
  async function* proposed(request: AnswerRequest, say: Say, signal: AbortSignal): AsyncGenerator<AnswerPart, Answer | null> {
    const { tools, turns, owner } = request;
    const asked = turns.at(-1);
    if (!tools || asked?.role !== 'user' || owner.caller.kind !== 'admin') return null;
    const wishes = wishesIn(asked.text, owner.caller);
    return wishes.length === 0 ? null : { text: yield* proposing(wishes, tools, say, signal) };
  }

  async function answerTo(request: AnswerRequest, say: Say): Promise<Answer> {
    const { owner, language } = request;
    const question = request.turns.findLast(({ role }) => role === 'user')?.text.trim() ?? '';
    const command = /^\/(\w+)$/u.exec(question)?.[1]?.toLowerCase();
    if (command === 'sample') return { text: SAMPLE[language] };
    if (command === 'who') return who(request, say);
    if (areThanks(question)) return { text: say('thanks') };
    if (isGreeting(question)) return { text: say('greeting') };
    // Before the help, in which a number and "below" are found in many places.
    const priced = await records.findPriced(question, owner);
    if (priced) return { text: `${priced.title}\n\n${priced.table}` };
    const [best, ...others] = help.search(question, language, owner.caller);
    if (best) {
      const body = help.readArticle(best.slug, language)?.body ?? '';
      const said = body !== '' && body.length <= MOST_OF_AN_ARTICLE ? linkedWhereOpen(body, language) : best.excerpt;
      const near = others.slice(0, MOST_SUGGESTIONS - 1).map((hit) => suggestionOf(hit, language));
      return { text: `**${best.title}**\n\n${said}`, sources: [sourceOf(best, language), ...near] };
    }
    const found = await records.find(question, owner);
    if (found) return { text: `${found.title}\n\n${found.table}`, sources: found.sources };
    const near = nearest(question, request).map((hit) => suggestionOf(hit, language));
    return { text: await unknown(near.length > 0 ? 'unknownButNear' : 'unknown', request, say), sources: near, isKnown: false };
  }

  /** Says so, and what it understands instead. */
  async function unknown(key: 'unknown' | 'unknownButNear', { owner }: AnswerRequest, say: Say): Promise<string> {
    const examples = (await examplesFor(owner, say)).map((example) => `- ${example}`);
    const instead = examples.length > 0 ? [say('instead'), examples.join('\n')] : [];
    return [say(key), ...instead, ...(key === 'unknown' ? [] : [say('near')])].join('\n\n');
  }

  /** Articles about single words of a question that none answers as a whole. */
  function nearest(question: string, { owner, language }: AnswerRequest): readonly HelpHit[] {
    const hits = keywordsOf(question).flatMap((word) => help.search(word, language, owner.caller));
    return [...new Map(hits.map((hit) => [hit.slug, hit])).values()].slice(0, MOST_SUGGESTIONS);
  }

  return {
    async *answer(request, signal) {
      const say: Say = (key, params) => ports.messages.text(request.language, `answers.${key}`, params);
      // What is gone on with has been said as a whole.
      const isMore = request.turns.at(-1)?.role === 'assistant';
      const { text, sources = [], isKnown = true } = (yield* proposed(request, say, signal)) ?? (await answerTo(request, say));
      const rest = isMore ? restOf(text, request.turns.at(-1)?.text ?? '') : text;
      for (const phrase of phrasesOf(rest)) {
        if (signal.aborted) return;
        yield { kind: 'text', text: phrase };
        if (paceMs > 0) await pause(paceMs, signal);
      }
      if (!isMore) for (const source of sources) yield { kind: 'source', source };
      yield { kind: 'finish', reason: isKnown ? 'stop' : 'unknown', inputTokens: 0, outputTokens: 0 };
    },
  };
}

/** What is left to say of a text whose beginning has been said. */
const restOf = (text: string, said: string): string => (text.startsWith(said) ? text.slice(said.length) : text);

/** Up to a mark or a space, so that a reader sees words come. */
const phrasesOf = (text: string): readonly string[] =>
  text.match(/[^\s，。；！？、|]*[\s，。；！？、|]*/gu)?.filter((phrase) => phrase !== '') ?? [];

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const wake = (): void => resolve(undefined);
  const timer = setTimeout(wake, ms);
  signal.addEventListener('abort', wake, { once: true });
  await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', wake);
}
