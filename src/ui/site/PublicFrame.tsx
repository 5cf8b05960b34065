import type { ReactNode } from 'react';
import { versionNumber } from '#domain/site/version-number';
import { AppLink } from '../base/AppLink.tsx';
import { pageLanguage, t } from '../base/i18n.ts';
import { useSite, useSiteName } from '../base/use-site.ts';
import { LanguageButton } from '../kit/LanguageButton.tsx';
import { Logo } from '../kit/Logo.tsx';
import { SchemeButton } from '../kit/SchemeButton.tsx';
import { useReportProblem } from '../base/use-report-problem.ts';
import classes from './PublicFrame.module.css';

/** Where a record number of the mainland is looked up; a link to follow, never something that a page loads. */
const RECORD_REGISTRY = 'https://beian.miit.gov.cn/';

interface PublicFrameProps {
  /** People sign in on the page itself. */
  readonly isEntry?: boolean;
  readonly children: ReactNode;
}

/** Head and foot of every public page. */
export function PublicFrame({ isEntry = false, children }: PublicFrameProps) {
  const { siteLogo, recordNumber, version, isMemberCentreOpen } = useSite();
  const siteName = useSiteName();
  const reportProblem = useReportProblem();
  return (
    <div className={classes.frame}>
      <a className="tp-skip-link" href="#content">
        {t('common.action.skipToContent')}
      </a>
      <header className={classes.header}>
        <AppLink to="/" className={classes.brand}>
          <Logo src={siteLogo} sizePx={30} />
          <span>{siteName}</span>
        </AppLink>
        <nav className={classes.tools} aria-label={t('public.home.navigation')}>
          <LanguageButton />
          <SchemeButton />
          {!isEntry && (
            <AppLink to={isMemberCentreOpen ? '/user' : '/admin'} className={classes.signIn}>
              {t('common.action.signIn')}
            </AppLink>
          )}
        </nav>
      </header>
      <main id="content" className={classes.main}>
        {children}
      </main>
      <footer className={classes.footer}>
        <span>{siteName}</span>
        {recordNumber &&
          (pageLanguage() === 'zh-cn' ? (
            <a href={RECORD_REGISTRY} target="_blank" rel="noopener noreferrer">
              {recordNumber}
            </a>
          ) : (
            <span>
              {t('public.home.footer.record')} {recordNumber}
            </span>
          ))}
        {version && <span>{t('public.home.footer.version', { version: versionNumber(version) })}</span>}
        <button type="button" onClick={() => reportProblem()}>
          {t('common.action.report')}
        </button>
      </footer>
    </div>
  );
}
