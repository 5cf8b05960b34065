import { useApp } from '../app/app-context.ts';
import { t } from '../app/i18n.ts';
import { AppLink } from '../app/AppLink.tsx';
import { LanguageButton } from '../kit/LanguageButton.tsx';
import { Logo } from '../kit/Logo.tsx';
import { SchemeButton } from '../kit/SchemeButton.tsx';
import buttons from '../kit/plain-button.module.css';
import classes from './FlowsPage.module.css';
import { FlowsView } from './FlowsView.tsx';
import { InspectorSwitch } from './InspectorSwitch.tsx';
import { openFlowPanel } from './open-panel.tsx';

/** `/dev/flows`: every behaviour of this page, live. */
export function FlowsPage() {
  const handle = useApp();
  const openBeside = () => {
    openFlowPanel(handle);
    handle.navigation.send({ type: 'navigation.requested', to: '/admin', mode: 'push' });
  };
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <AppLink to="/" className={classes.brand} aria-label={t('common.title.home')}>
          <Logo sizePx={26} />
        </AppLink>
        <div className={classes.words}>
          <h1>{t('flows.title')}</h1>
          <p>{t('flows.lead')}</p>
        </div>
        {import.meta.env.DEV && <InspectorSwitch />}
        <button type="button" className={`${buttons.secondary} ${classes.beside}`} onClick={openBeside}>
          {t('flows.panel.openBeside')}
        </button>
        <LanguageButton />
        <SchemeButton />
      </header>
      <main className={classes.main}>
        <FlowsView />
      </main>
    </div>
  );
}
