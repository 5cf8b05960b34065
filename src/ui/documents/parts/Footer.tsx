import { HTML_LANGUAGE } from '#domain/base/language';
import { documentPath } from '#domain/site/document-address';
import type { DocumentFrame, Words } from '#domain/site/document-page';
import { LANGUAGE_OWN_NAME, otherLanguage } from '../../base/language-names.ts';
import classes from './Footer.module.css';

/** Where a record number of the mainland is looked up; a link to follow, never something that a page loads. */
const RECORD_REGISTRY = 'https://beian.miit.gov.cn/';

export function Footer({ frame, words }: { readonly frame: DocumentFrame; readonly words: Words }) {
  const { language, path, search, siteName, recordNumber, version, contact } = frame;
  const next = otherLanguage(language);
  return (
    <footer className={classes.footer}>
      <div className={classes.bar}>
        <div className={classes.group}>
          <span>{siteName}</span>
          {recordNumber !== '' && (
            <a href={RECORD_REGISTRY} target="_blank" rel="noopener noreferrer">
              {language === 'zh-cn' ? recordNumber : `${words('site.footer.record')} ${recordNumber}`}
            </a>
          )}
          {contact !== '' && <span>{contact}</span>}
          {version !== '' && <span>{words('site.footer.version', { version })}</span>}
        </div>
        <div className={classes.group}>
          <a href="/admin">{words('site.footer.backOffice')}</a>
          <a href={documentPath(next, path) + search} hrefLang={HTML_LANGUAGE[next]} lang={HTML_LANGUAGE[next]} data-language={next}>
            {LANGUAGE_OWN_NAME[next]}
          </a>
        </div>
      </div>
    </footer>
  );
}
