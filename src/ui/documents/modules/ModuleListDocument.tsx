import { HTML_LANGUAGE } from '#domain/base/language';
import { documentPath, searchOfList } from '#domain/site/document-address';
import type { DocumentFrame, ModuleItem, ModuleListContent, Words } from '#domain/site/document-page';
import { Day } from '../parts/Day.tsx';
import { Local } from '../parts/Local.tsx';
import entries from '../parts/NoticeEntries.module.css';
import { PageLinks } from '../parts/PageLinks.tsx';
import prose from '../parts/prose.module.css';
import texts from '../texts/texts.module.css';
import classes from './modules.module.css';

interface Props {
  readonly content: ModuleListContent;
  readonly frame: DocumentFrame;
  readonly words: Words;
}

/** Records of a module: each leads to its page, or opens where it stands. */
export function ModuleListDocument({ content, frame: { language, path }, words }: Props) {
  const { title, intro, look, items, choices, page, pages } = content;
  const hrefOf = (one: number): string => documentPath(language, path) + searchOfList({ words: '', order: '', page: one });
  return (
    <div className={texts.page}>
      <h1 className={texts.title}>{title}</h1>
      {intro !== '' && <p className={texts.soft}>{intro}</p>}
      <Choices content={content} language={language} words={words} hasChosen={choices.some(({ isChosen }) => isChosen)} />
      {items.length === 0 && <p className={classes.none}>{words('site.module.none')}</p>}
      {look === 'folds' ? (
        <div className={classes.folds}>
          {items.map((item) => (
            <Fold key={item.id} item={item} />
          ))}
        </div>
      ) : (
        <ul className={classes.list}>
          {items.map((item) => (
            <Entry key={item.id} item={item} language={language} />
          ))}
        </ul>
      )}
      <PageLinks page={page} pages={pages} hrefOf={hrefOf} words={words} />
    </div>
  );
}

interface ChoicesProps extends Pick<Props, 'content' | 'words'> {
  readonly language: DocumentFrame['language'];
  readonly hasChosen: boolean;
}

function Choices({ content: { choices, path }, language, hasChosen, words }: ChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <nav className={classes.choices} aria-label={words('site.module.choices')}>
      <ul>
        <li>
          <a href={documentPath(language, path)} {...(!hasChosen && { 'aria-current': 'page' as const })}>
            {words('site.module.all')}
          </a>
        </li>
        {choices.map((choice) => (
          <li key={choice.path}>
            <a href={documentPath(language, choice.path)} {...(choice.isChosen && { 'aria-current': 'page' as const })}>
              <Local of={choice.title} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface EntryProps {
  readonly item: ModuleItem;
  readonly language: DocumentFrame['language'];
}

function Entry({ item: { title, text, picture, day, path, elsewhere }, language }: EntryProps) {
  const to = elsewhere?.address ?? (path === '' ? '' : documentPath(language, path));
  const aside = picture !== '' || day !== '';
  return (
    <li className={`${entries.entry} ${aside ? '' : classes.plain}`}>
      {aside && (
        <div className={classes.aside}>
          {picture !== '' && <img className={classes.picture} src={picture} alt="" loading="lazy" width={168} height={105} />}
          {day !== '' && (
            <p className={entries.day}>
              <Day of={day} language={language} />
            </p>
          )}
        </div>
      )}
      <div>
        <h2 className={entries.title}>
          {to === '' ? (
            <Local of={title} />
          ) : (
            <a href={to} {...(elsewhere && { rel: 'noopener noreferrer' })}>
              <Local of={title} />
            </a>
          )}
        </h2>
        {elsewhere && <p className={classes.host}>{elsewhere.host}</p>}
        {text.text !== '' && (
          <p className={entries.excerpt}>
            <Local of={text} />
          </p>
        )}
      </div>
    </li>
  );
}

/** Opens without a script, and the browser finds words in what is closed. */
const Fold = ({ item: { title, text } }: { readonly item: ModuleItem }) => (
  <details className={classes.fold}>
    <summary>
      <h2>
        <Local of={title} />
      </h2>
    </summary>
    <div
      className={prose.prose}
      {...(!text.isTranslated && { lang: HTML_LANGUAGE['zh-cn'] })}
      dangerouslySetInnerHTML={{ __html: text.text }}
    />
  </details>
);
