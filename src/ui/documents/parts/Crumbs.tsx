import { documentPath } from '#domain/site/document-address';
import type { Crumb, DocumentFrame, Words } from '#domain/site/document-page';
import { Local } from './Local.tsx';
import classes from './Crumbs.module.css';

/** The way down to a page. */
export function Crumbs({
  crumbs,
  language,
  words,
}: {
  readonly crumbs: readonly Crumb[];
  readonly language: DocumentFrame['language'];
  readonly words: Words;
}) {
  return (
    <nav className={classes.crumbs} aria-label={words('site.crumbs')}>
      <ol>
        {crumbs.map(({ title, path }) => (
          <li key={path}>
            <a href={documentPath(language, path)}>
              <Local of={title} />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
