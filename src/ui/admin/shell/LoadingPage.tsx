import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectAdminShellHasFailed, selectIsSlow, selectShellFailure, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { PageTitle } from '../../base/PageTitle.tsx';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { Spinner } from '../../kit/feedback/Spinner.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { useReportProblem } from '../../base/use-report-problem.ts';
import classes from './LoadingPage.module.css';

/** `/admin/loading`: until the start-up call has answered. After six seconds it offers to try again. Source: wire protocol §3.6. */
export function LoadingPage({ shell }: { readonly shell: AdminShellRef | null }) {
  return (
    <main className={classes.root}>
      <PageTitle title="common.title.loading" />
      {shell ? <Start shell={shell} /> : <Waiting />}
    </main>
  );
}

function Waiting() {
  return (
    <output className={classes.waiting}>
      <Spinner />
      <span>{t('admin.loading.title')}</span>
    </output>
  );
}

function Start({ shell }: { readonly shell: AdminShellRef }) {
  const { adminSession } = useApp();
  const hasFailed = useSelector(shell, selectAdminShellHasFailed);
  const isSlow = useSelector(shell, selectIsSlow);
  const failure = useSelector(shell, selectShellFailure);
  const reportProblem = useReportProblem();
  const retry = () => shell.send({ type: 'shell.retried' });
  if (hasFailed) {
    return (
      <div role="alert">
        <EmptyState
          level={1}
          icon={<IconPlugConnectedX size={24} stroke={1.5} />}
          title={t('admin.loading.failed')}
          text={failure && <FailureText failure={failure} />}
        >
          <Button leftSection={<IconRefresh size={16} />} onClick={retry}>
            {t('common.action.retry')}
          </Button>
          <Button variant="default" onClick={() => adminSession.send({ type: 'session.signOutRequested' })}>
            {t('common.action.signOut')}
          </Button>
          <Button variant="default" onClick={() => reportProblem()}>
            {t('common.action.report')}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <Waiting />
      <output className={classes.slow}>
        {isSlow && (
          <>
            <span>{t('admin.loading.slow')}</span>
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={retry}>
              {t('admin.loading.reload')}
            </Button>
          </>
        )}
      </output>
    </>
  );
}
