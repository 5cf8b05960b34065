import { t } from '../../base/i18n.ts';
import { AppLink } from '../../base/AppLink.tsx';
import { useApp } from '../../base/app-context.ts';
import { useSite, useSiteName } from '../../base/use-site.ts';
import { LanguageButton } from '../../kit/LanguageButton.tsx';
import { Logo } from '../../kit/Logo.tsx';
import { SchemeButton } from '../../kit/SchemeButton.tsx';
import { LeaveQuestion } from '../base/LeaveQuestion.tsx';
import { Illustration } from '../../kit/feedback/Illustration.tsx';
import { LoginSteps } from './LoginSteps.tsx';
import classes from './LoginPage.module.css';

/** The front door of the back office. Source: specification §2 "/admin/login", §4 "Language and login". */
export function LoginPage() {
  const { adminSession } = useApp();
  const siteName = useSiteName();
  const { siteLogo } = useSite();
  return (
    <div className={classes.page}>
      <aside className={classes.aside}>
        <AppLink className={classes.brand} to="/">
          <Logo src={siteLogo} sizePx={32} />
          <span>{siteName}</span>
        </AppLink>
        <div className={classes.art}>
          <Illustration />
        </div>
        <div>
          <p className={classes.asideTitle}>{t('admin.login.aside')}</p>
          <p className={classes.asideText}>{t('admin.login.asideText')}</p>
        </div>
      </aside>
      <main className={classes.main}>
        <div className={classes.tools}>
          <LanguageButton />
          <SchemeButton />
        </div>
        <div className={classes.box}>
          <AppLink className={classes.smallBrand} to="/">
            <Logo src={siteLogo} sizePx={36} />
            <span>{siteName}</span>
          </AppLink>
          <h1 className={classes.title}>{t('admin.login.title')}</h1>
          <p className={classes.lead}>{t('admin.login.lead')}</p>
          <LoginSteps session={adminSession} />
        </div>
        <AppLink className={classes.home} to="/">
          {t('admin.login.backHome')}
        </AppLink>
      </main>
      <LeaveQuestion session={adminSession} />
    </div>
  );
}
