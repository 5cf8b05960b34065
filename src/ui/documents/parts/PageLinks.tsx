import type { Words } from '#domain/site/document-page';
import classes from './PageLinks.module.css';

interface PageLinksProps {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly hrefOf: (page: number) => string;
  readonly words: Words;
}

/** The way to the pages beside this one. */
export function PageLinks({ page, pages, hrefOf, words }: PageLinksProps) {
  if (pages < 2) return null;
  return (
    <nav className={classes.pages} aria-label={words('site.goods.pages')}>
      {page > 1 ? (
        <a rel="prev" href={hrefOf(page - 1)}>
          {words('site.goods.previous')}
        </a>
      ) : (
        <span />
      )}
      <span>{words('site.goods.pageOf', { page, pages })}</span>
      {page < pages ? (
        <a rel="next" href={hrefOf(page + 1)}>
          {words('site.goods.next')}
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
