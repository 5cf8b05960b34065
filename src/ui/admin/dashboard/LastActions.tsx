import { useSelector } from '@xstate/react';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import type { LastAction } from '#machines/shell/dashboard.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { useShell } from '../../base/shell-context.ts';
import { TimeAgo } from '../../kit/cells/TimeAgo.tsx';
import classes from './board.module.css';
import { listAddress } from '../base/list-address.ts';

/** What whoever is signed in did last; those who may see the log are led there. */
export function LastActions({ actions }: { readonly actions: readonly LastAction[] }) {
  const log = listAddress('auth/adminLog');
  const hasLog = useSelector(useShell(), (shell) => permissionFacts(shell).nodes[log] !== undefined);
  return (
    <>
      {actions.length === 0 && <p className={classes.word}>{t('dashboard.noActions')}</p>}
      <ul className={classes.rows}>
        {actions.map(({ id, title, at }) => (
          <li key={id}>
            <span>{title}</span>
            <TimeAgo at={at} />
          </li>
        ))}
      </ul>
      {hasLog && actions.length > 0 && (
        <AppLink to={log} className={classes.more}>
          {t('dashboard.allActions')}
        </AppLink>
      )}
    </>
  );
}
