import { IconDoor } from '@tabler/icons-react';
import { AppLink } from '../base/AppLink.tsx';
import { t } from '../base/i18n.ts';
import { PublicFrame } from '../site/PublicFrame.tsx';
import classes from './MemberLoginPage.module.css';
import buttons from '../kit/plain-button.module.css';

/** `/user/login`: says honestly that the member centre is not open. */
export function MemberLoginPage() {
  return (
    <PublicFrame>
      <div className={classes.root}>
        <span className={classes.icon}>
          <IconDoor size={30} stroke={1.5} aria-hidden="true" />
        </span>
        <h1 className={classes.title}>{t('public.member.closedTitle')}</h1>
        <p className={classes.text}>{t('public.member.closedBody')}</p>
        <p className={classes.text}>{t('public.member.adminInstead')}</p>
        <div className={classes.actions}>
          <AppLink to="/" className={buttons.primary}>
            {t('common.action.home')}
          </AppLink>
          <AppLink to="/admin" className={buttons.secondary}>
            {t('public.member.toAdmin')}
          </AppLink>
        </div>
      </div>
    </PublicFrame>
  );
}
