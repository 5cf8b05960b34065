import type { ReactNode } from 'react';
import { HTML_LANGUAGE } from '#domain/base/language';
import { documentPath } from '#domain/site/document-address';
import type { DocumentFrame, Words } from '#domain/site/document-page';
import { versionNumber } from '#domain/site/version-number';
import { LANGUAGE_OWN_NAME, otherLanguage } from '../../base/language-names.ts';
import classes from './Footer.module.css';
import { Local } from './Local.tsx';

/** Where a record number of the mainland is looked up; a link to follow, never something that a page loads. */
const RECORD_REGISTRY = 'https://beian.miit.gov.cn/';

interface FooterProps {
  readonly frame: DocumentFrame;
  readonly words: Words;
}

/** What there is on the site, what is asked of everybody who runs one, and how they can be reached. */
export function Footer({ frame, words }: FooterProps) {
  const { isPreview, language, path, search, siteName, recordNumber, version, contact } = frame;
  const next = otherLanguage(language);
  return (
    <footer className={classes.footer}>
      <Columns frame={frame} words={words} />
      <div className={classes.bar}>
        <div className={classes.group}>
          <span>{siteName}</span>
          {recordNumber !== '' && (
            <a href={RECORD_REGISTRY} target="_blank" rel="noopener noreferrer">
              {language === 'zh-cn' ? recordNumber : `${words('site.footer.record')} ${recordNumber}`}
            </a>
          )}
          {contact !== '' && <span>{contact}</span>}
          {version !== '' && <span>{words('site.footer.version', { version: versionNumber(version) })}</span>}
        </div>
        <div className={classes.group}>
          {!isPreview && (
            <a href={documentPath(next, path) + search} hrefLang={HTML_LANGUAGE[next]} lang={HTML_LANGUAGE[next]} data-language={next}>
              {LANGUAGE_OWN_NAME[next]}
            </a>
          )}
        </div>
      </div>
    </footer>
  );
}

interface Column {
  readonly name: 'site' | 'account' | 'legal';
  readonly links: readonly { readonly href: string; readonly title: ReactNode }[];
}

function Columns({ frame, words }: FooterProps) {
  const { language, pages, hasGoods, hasNotices, hasHelp, hasChat, isMemberCentreOpen } = frame;
  const own = (path: string, title: string) => ({ href: documentPath(language, path), title: words(title) });
  const columns: readonly Column[] = [
    {
      name: 'site',
      links: [
        ...(hasGoods ? [own('/goods', 'site.goods.title')] : []),
        ...(hasNotices ? [own('/notices', 'site.notices.title')] : []),
        ...(hasHelp ? [own('/help', 'site.help.title')] : []),
        ...(hasChat ? [{ href: '/chat', title: words('site.chat') }] : []),
      ],
    },
    {
      name: 'account',
      links: [
        ...(isMemberCentreOpen ? [{ href: '/user', title: words('site.home.enterMember') }] : []),
        { href: '/admin', title: words('site.footer.backOffice') },
      ],
    },
    { name: 'legal', links: pages.map(({ path, title }) => ({ href: documentPath(language, path), title: <Local of={title} /> })) },
  ];
  return (
    <nav className={classes.columns} aria-label={words('site.footer.label')}>
      {columns
        .filter(({ links }) => links.length > 0)
        .map(({ name, links }) => (
          <div key={name}>
            <h2>{words(`site.footer.${name}`)}</h2>
            <ul>
              {links.map(({ href, title }) => (
                <li key={href}>
                  <a href={href}>{title}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  );
}
