import type { HelpArticle } from './article.ts';

/** An article in a list. */
export type HelpHeading = Pick<HelpArticle, 'slug' | 'title' | 'route' | 'audience'>;

/** An article as it is read. */
export type HelpPage = HelpHeading & Pick<HelpArticle, 'body'>;

/** An article that answers a question. */
export interface HelpFind {
  readonly slug: string;
  readonly title: string;
  /** Plain text. */
  readonly excerpt: string;
}

/** The article of a page: the first that is about it. @param path without what follows a question mark */
export const articleOfPage = (contents: readonly HelpHeading[], path: string): HelpHeading | undefined =>
  contents.find(({ route }) => route === path);

/** A list in two parts: what is about the page that is shown, and all the rest, the pages of whoever reads before those of others. */
export function sortedContents(
  contents: readonly HelpHeading[],
  path: string,
  audience: HelpArticle['audience'],
): { readonly ofPage: readonly HelpHeading[]; readonly others: readonly HelpHeading[] } {
  const others = contents.filter(({ route }) => route !== path);
  return {
    ofPage: contents.filter(({ route }) => route === path),
    others: [...others.filter((one) => one.audience === audience), ...others.filter((one) => one.audience !== audience)],
  };
}
