import { t } from '../app/i18n.ts';
import { AppLink } from '../app/AppLink.tsx';
import { LanguageButton } from '../kit/LanguageButton.tsx';
import { Logo } from '../kit/Logo.tsx';
import { SchemeButton } from '../kit/SchemeButton.tsx';
import classes from './FlowsPage.module.css';
import { FlowsView } from './FlowsView.tsx';

/** `/dev/flows`: every behaviour of this page, live. */
export function FlowsPage() {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <AppLink to="/" className={classes.brand}>
          <Logo sizePx={26} />
        </AppLink>
        <div className={classes.words}>
          <h1>{t('flows.title')}</h1>
          <p>{t('flows.lead')}</p>
        </div>
        <LanguageButton />
        <SchemeButton />
      </header>
      <main className={classes.main}>
        <FlowsView />
      </main>
    </div>
  );
}
