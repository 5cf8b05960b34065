import { LANGUAGES, type Language } from '#domain/base/language';
import type { HelpArticleContent, HelpEntry, HelpListContent } from '#domain/site/document-page';
import { excerptOf } from '../help/excerpt.ts';
import type { Help } from '../help/help.service.ts';
import type { SitePath } from './document-source.ts';

/** The help as visitors may read it. */
export type PublicHelp = Pick<Help, 'contents'>;

const VISITOR = { kind: 'visitor' } as const;
const OTHERS = 4;

const entries = (help: PublicHelp, language: Language): readonly HelpEntry[] =>
  help.contents(language, VISITOR).map(({ slug, title, body }) => ({ slug, title, excerpt: excerptOf(body, []) }));

export const readHelpList = (help: PublicHelp, language: Language): HelpListContent => ({ kind: 'help', items: entries(help, language) });

/** @returns null for an article that there is none of, or that is not for visitors */
export function readHelpArticle(help: PublicHelp, language: Language, slug: string): HelpArticleContent | null {
  const contents = help.contents(language, VISITOR);
  const article = contents.find((one) => one.slug === slug);
  if (!article) return null;
  const { title, body } = article;
  const all = entries(help, language);
  const at = all.findIndex((one) => one.slug === slug);
  // Those that follow, and from the beginning again.
  const others = [...all.slice(at + 1), ...all.slice(0, at)].slice(0, OTHERS);
  return { kind: 'helpArticle', title, description: excerptOf(body, []), body, open: contents.map((one) => one.slug), others };
}

export const helpPaths = (help: PublicHelp): readonly SitePath[] => [
  { path: '/help', changedAt: null, languages: LANGUAGES },
  ...help.contents(LANGUAGES[0], VISITOR).map(({ slug }) => ({ path: `/help/${slug}`, changedAt: null, languages: LANGUAGES })),
];
