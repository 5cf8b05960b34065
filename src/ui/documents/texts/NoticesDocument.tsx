import { documentPath, searchOfList } from '#domain/site/document-address';
import type { DocumentFrame, NoticeListContent, Words } from '#domain/site/document-page';
import { NoticeEntries } from '../parts/NoticeEntries.tsx';
import { PageLinks } from '../parts/PageLinks.tsx';
import classes from './texts.module.css';

interface Props {
  readonly content: NoticeListContent;
  readonly frame: DocumentFrame;
  readonly words: Words;
}

/** The news of the site, the newest first. */
export function NoticesDocument({ content: { items, page, pages }, frame: { language, path }, words }: Props) {
  const hrefOf = (one: number): string => documentPath(language, path) + searchOfList({ words: '', order: '', page: one });
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{words('site.notices.title')}</h1>
      {items.length > 0 ? (
        <NoticeEntries items={items} heading="h2" language={language} words={words} />
      ) : (
        <p className={classes.soft}>{words('site.notices.none')}</p>
      )}
      <PageLinks page={page} pages={pages} hrefOf={hrefOf} words={words} />
    </div>
  );
}
