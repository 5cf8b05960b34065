import { IconArrowUpRight, IconChevronDown, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { HTML_LANGUAGE } from '#domain/base/language';
import { documentPath } from '#domain/site/document-address';
import type { DocumentFrame, NavEntry, Words } from '#domain/site/document-page';
import { LANGUAGE_OWN_NAME, otherLanguage } from '../../base/language-names.ts';
import classes from './Header.module.css';

interface Props {
  readonly frame: DocumentFrame;
  readonly words: Words;
}

/** Menus are `details`, languages are links: nothing here waits for a script but the choice of colours. */
export function Header({ frame, words }: Props) {
  const { language, siteName, siteLogo, isMemberCentreOpen } = frame;
  return (
    <header className={classes.header}>
      <a className={classes.skip} href="#content">
        {words('site.skipToContent')}
      </a>
      <div className={classes.bar}>
        <a className={classes.brand} href={documentPath(language, '/')}>
          <img src={siteLogo || '/logo.svg'} alt="" width={30} height={30} />
          <span>{siteName}</span>
        </a>
        <nav className={classes.nav} aria-label={words('site.navigation')}>
          <ul>
            {entriesOf(frame, words).map((entry) => (
              <li key={entry.title + entry.href}>
                {entry.children.length > 0 ? <Menu entry={entry} words={words} /> : <NavLink entry={entry} frame={frame} words={words} />}
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.tools}>
          {!frame.isPreview && (
            <span className={classes.wide}>
              <LanguageLink frame={frame} words={words} />
            </span>
          )}
          <button
            type="button"
            className={`${classes.icon} ${classes.scheme}`}
            data-scheme
            data-to-dark={words('site.toDark')}
            data-to-light={words('site.toLight')}
            aria-label={words('site.toDark')}
          >
            <IconMoon className={classes.moon} size={19} stroke={1.75} aria-hidden="true" />
            <IconSun className={classes.sun} size={19} stroke={1.75} aria-hidden="true" />
          </button>
          <a
            className={classes.account}
            href={isMemberCentreOpen ? '/user' : '/admin'}
            data-account={isMemberCentreOpen ? 'member' : 'admin'}
          >
            <span>{words('site.signIn')}</span>
          </a>
          <details className={classes.phone} data-menu>
            <summary aria-label={words('site.menu')}>
              <IconMenu2 size={22} stroke={1.75} aria-hidden="true" />
            </summary>
            <nav aria-label={words('site.navigation')}>
              <ul>
                {entriesOf(frame, words).map((entry) => (
                  <li key={entry.title + entry.href}>
                    {entry.children.length > 0 ? (
                      <>
                        <p className={classes.heading}>{entry.title}</p>
                        <Links entries={[...ownLink(entry), ...entry.children]} words={words} />
                      </>
                    ) : (
                      <NavLink entry={entry} frame={frame} words={words} />
                    )}
                  </li>
                ))}
                {!frame.isPreview && (
                  <li>
                    <LanguageLink frame={frame} words={words} />
                  </li>
                )}
              </ul>
            </nav>
          </details>
        </div>
      </div>
    </header>
  );
}

/** What the site says, then what every site has. */
function entriesOf({ language, nav, hasGoods, hasNotices, hasChat }: DocumentFrame, words: Words): readonly NavEntry[] {
  const entry = (title: string, href: string): NavEntry => ({ title: words(title), href, isExternal: false, children: [] });
  return [
    ...(hasGoods ? [entry('site.goods.title', documentPath(language, '/goods'))] : []),
    ...nav,
    ...(hasNotices ? [entry('site.notices.title', documentPath(language, '/notices'))] : []),
    ...(hasChat ? [entry('site.chat', '/chat')] : []),
  ];
}

/** An entry that leads somewhere itself is the first of those below it. */
const ownLink = (entry: NavEntry): readonly NavEntry[] => (entry.href === '' ? [] : [{ ...entry, children: [] }]);

function Menu({ entry, words }: { readonly entry: NavEntry; readonly words: Words }) {
  return (
    <details className={classes.menu} data-menu>
      <summary>
        {entry.title}
        <IconChevronDown size={15} stroke={2} aria-hidden="true" />
      </summary>
      <Links entries={[...ownLink(entry), ...entry.children]} words={words} />
    </details>
  );
}

function Links({ entries, words }: { readonly entries: readonly NavEntry[]; readonly words: Words }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.title + entry.href}>
          <NavLink entry={entry} words={words} />
        </li>
      ))}
    </ul>
  );
}

function NavLink({
  entry: { title, href, isExternal },
  frame,
  words,
}: {
  readonly entry: NavEntry;
  readonly frame?: DocumentFrame;
  readonly words: Words;
}) {
  const isHere = frame !== undefined && href === documentPath(frame.language, frame.path);
  return (
    <a
      className={classes.link}
      href={href}
      {...(isHere && { 'aria-current': 'page' as const })}
      {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {title}
      {isExternal && (
        <>
          <IconArrowUpRight size={15} stroke={1.75} aria-hidden="true" />
          <span className={classes.quiet}>{words('site.external')}</span>
        </>
      )}
    </a>
  );
}

/** A draft is opened in each language by itself: its address counts once. */
function LanguageLink({ frame: { language, path, search }, words }: Props) {
  const next = otherLanguage(language);
  return (
    <a
      className={classes.link}
      href={documentPath(next, path) + search}
      hrefLang={HTML_LANGUAGE[next]}
      lang={HTML_LANGUAGE[next]}
      data-language={next}
      title={words('site.changeLanguage')}
    >
      {LANGUAGE_OWN_NAME[next]}
    </a>
  );
}
