import { IconDoor } from '@tabler/icons-react';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';
import classes from './ClosedCentre.module.css';

/** The member centre is switched off; nobody is left in front of a door without a word. */
export function ClosedCentre() {
  return (
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
  );
}
