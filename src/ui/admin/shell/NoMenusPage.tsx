import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import classes from './LoadingPage.module.css';

/** Signed in, and nothing granted. */
export function NoMenusPage({ shell }: { readonly shell: AdminShellRef }) {
  const { adminSession } = useApp();
  return (
    <main className={classes.root}>
      <EmptyState level={1} icon={<IconLock size={24} stroke={1.5} />} title={t('admin.shell.noMenus')} text={t('admin.shell.noMenusHint')}>
        <Button onClick={() => shell.send({ type: 'shell.retried' })}>{t('common.action.reload')}</Button>
        <Button variant="default" onClick={() => adminSession.send({ type: 'session.signOutRequested' })}>
          {t('common.action.signOut')}
        </Button>
      </EmptyState>
    </main>
  );
}
