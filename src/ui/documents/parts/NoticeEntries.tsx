import type { Language } from '#domain/base/language';
import { documentPath } from '#domain/site/document-address';
import type { NoticeEntry, Words } from '#domain/site/document-page';
import { Day } from './Day.tsx';
import { Local } from './Local.tsx';
import classes from './NoticeEntries.module.css';

interface NoticeEntriesProps {
  readonly items: readonly NoticeEntry[];
  readonly heading: 'h2' | 'h3';
  readonly language: Language;
  readonly words: Words;
}

/** Notices in a list, each with its day and its first words. */
export const NoticeEntries = ({ items, heading: Heading, language, words }: NoticeEntriesProps) => (
  <ul className={classes.list}>
    {items.map(({ id, title, excerpt, isPinned, day }) => (
      <li key={id} className={classes.entry}>
        <p className={classes.day}>
          <Day of={day} language={language} />
          {isPinned && <span className={classes.pinned}>{words('site.notices.pinned')}</span>}
        </p>
        <div>
          <Heading className={classes.title}>
            <a href={documentPath(language, `/notices/${id}`)}>
              <Local of={title} />
            </a>
          </Heading>
          <p className={classes.excerpt}>
            <Local of={excerpt} />
          </p>
        </div>
      </li>
    ))}
  </ul>
);
