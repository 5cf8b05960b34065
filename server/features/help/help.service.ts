import type { HelpArticle } from '#domain/help/article';
import { hasHan } from '#domain/help/terms';
import { hasNode } from '#domain/rights/permission';
import type { AdminCaller, MemberCaller, Visitor } from '../../base/caller.ts';
import type { Language } from '../../base/messages.ts';
import { excerptOf } from './excerpt.ts';
import type { HelpBooks } from './help-books.ts';
import { createHelpIndex, type HelpIndex } from './help-index.ts';

/** Who reads; any caller is one. */
export type HelpReader = Pick<Visitor, 'kind'> | Pick<MemberCaller, 'kind'> | Pick<AdminCaller, 'kind' | 'grants'>;

export interface HelpHit {
  readonly slug: string;
  readonly title: string;
  /** Plain text. */
  readonly excerpt: string;
  /** Larger is better; comparable within one question only. */
  readonly score: number;
}

export interface Help {
  /** The best first; none for a question that has nothing to do with the product. What the reader may not see is not found. */
  search(question: string, language: Language, reader: HelpReader): readonly HelpHit[];
  /** Null for a slug that nobody has. It does not ask who reads: `isOpenTo` does. */
  readArticle(slug: string, language: Language): HelpArticle | null;
  /** Whether the reader may see the article. */
  isOpenTo(article: Pick<HelpArticle, 'audience' | 'node'>, reader: HelpReader): boolean;
  /** All that the reader may see: those that the help of a page begins with, then all others, in the order of their slugs. */
  contents(language: Language, reader: HelpReader): readonly HelpArticle[];
}

const MAX_HITS = 10;
/** What comes after is cut off: it would cost time and find nothing more. */
const MAX_QUESTION_LENGTH = 300;

function isOpenTo({ audience, node }: Pick<HelpArticle, 'audience' | 'node'>, reader: HelpReader): boolean {
  if (audience === 'visitor') return true;
  if (reader.kind === 'admin')
    return audience !== 'admin' || node === '' || hasNode(node, { super: reader.grants.isSuper, nodes: reader.grants.nodes });
  return reader.kind === 'member' && audience === 'member';
}

/** Articles to read and to search. An index is made when somebody first asks in its language. */
export function createHelp(books: HelpBooks): Help {
  const indexes = new Map<Language, HelpIndex>();
  const indexOf = (language: Language): HelpIndex => {
    const known = indexes.get(language) ?? createHelpIndex([...books[language].values()]);
    indexes.set(language, known);
    return known;
  };

  return {
    isOpenTo,
    readArticle: (slug, language) => books[language].get(slug) ?? null,
    contents(language, reader) {
      const open = [...books[language].values()].filter((article) => isOpenTo(article, reader));
      return [...open.filter(({ isFirst }) => isFirst), ...open.filter(({ isFirst }) => !isFirst)];
    },
    search(question, language, reader) {
      const asked = question.slice(0, MAX_QUESTION_LENGTH);
      const book = books[language];
      const isOpen = (slug: string): boolean => isOpenTo(book.get(slug)!, reader);
      // People ask in their own language, whichever the pages are in.
      const spoken: Language = hasHan(asked) ? 'zh-cn' : 'en';
      const own = indexOf(spoken).search(asked, isOpen);
      // An English name in Chinese pages, such as "CSV", stands in the Chinese articles too.
      const found = own.length === 0 && spoken !== language ? indexOf(language).search(asked, isOpen) : own;
      return found.slice(0, MAX_HITS).map(({ slug, score, terms }) => {
        const { title, body } = book.get(slug)!;
        return { slug, title, excerpt: excerptOf(body, terms), score };
      });
    },
  };
}
