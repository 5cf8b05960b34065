import type { Language } from '#domain/base/language';
import { documentPath } from '#domain/site/document-address';
import type { HelpEntry } from '#domain/site/document-page';
import classes from './help.module.css';

interface HelpEntriesProps {
  readonly items: readonly HelpEntry[];
  readonly heading: 'h2' | 'h3';
  readonly language: Language;
}

/** Articles in a list, each with its first words. */
export const HelpEntries = ({ items, heading: Heading, language }: HelpEntriesProps) => (
  <ul className={classes.list}>
    {items.map(({ slug, title, excerpt }) => (
      <li key={slug}>
        <Heading>
          <a href={documentPath(language, `/help/${slug}`)}>{title}</a>
        </Heading>
        <p>{excerpt}</p>
      </li>
    ))}
  </ul>
);
