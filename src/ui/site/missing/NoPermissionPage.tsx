import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';
import { PublicFrame } from '../PublicFrame.tsx';
import classes from './FaultView.module.css';
import { useFault } from './use-fault.ts';

/** `/401`: says what to do, and stays. Source: specification §2. */
export function NoPermissionPage() {
  const fault = useFault(0);
  return (
    <PublicFrame>
      <div className={classes.root}>
        <p className={classes.code} aria-hidden="true">
          {401}
        </p>
        <h1 className={classes.title}>{t('public.noPermission.title')}</h1>
        <p className={classes.text}>{t('public.noPermission.body')}</p>
        <div className={classes.actions}>
          <AppLink to="/" className={buttons.primary}>
            {t('common.action.home')}
          </AppLink>
          <button type="button" className={buttons.secondary} onClick={() => fault.send({ type: 'fault.backRequested' })}>
            {t('common.action.back')}
          </button>
        </div>
      </div>
    </PublicFrame>
  );
}
