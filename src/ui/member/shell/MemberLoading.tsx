import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectMemberShellFailure, selectMemberShellHasFailed, type MemberShellRef } from '#machines/members/member-shell.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { PageTitle } from '../../base/PageTitle.tsx';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { Spinner } from '../../kit/feedback/Spinner.tsx';
import buttons from '../../kit/plain-button.module.css';
import classes from './shell.module.css';

/** `/user/loading`: until the start-up call has answered. After six seconds it offers to try again. */
export function MemberLoading({ shell }: { readonly shell: MemberShellRef | null }) {
  return (
    <main className={classes.whole}>
      <PageTitle title="common.title.loading" />
      {shell ? <Start shell={shell} /> : <Waiting />}
    </main>
  );
}

function Waiting() {
  return (
    <output className={classes.waiting}>
      <Spinner />
      <span>{t('member.shell.loading')}</span>
    </output>
  );
}

function Start({ shell }: { readonly shell: MemberShellRef }) {
  const { memberSession } = useApp();
  const hasFailed = useSelector(shell, selectMemberShellHasFailed);
  const isSlow = useSelector(shell, (snapshot) => snapshot.hasTag('slow'));
  const failure = useSelector(shell, selectMemberShellFailure);
  const retry = () => shell.send({ type: 'shell.retried' });
  if (!hasFailed)
    return (
      <>
        <Waiting />
        <output className={classes.slow}>
          {isSlow && (
            <>
              <span>{t('member.shell.slow')}</span>
              <button type="button" className={buttons.secondary} onClick={retry}>
                {t('common.action.reload')}
              </button>
            </>
          )}
        </output>
      </>
    );
  return (
    <div role="alert">
      <EmptyState
        level={1}
        icon={<IconPlugConnectedX size={24} stroke={1.5} />}
        title={t('member.shell.failed')}
        text={failure && <FailureText failure={failure} />}
      >
        <button type="button" className={buttons.primary} onClick={retry}>
          {t('common.action.retry')}
        </button>
        <button type="button" className={buttons.secondary} onClick={() => memberSession.send({ type: 'session.signOutRequested' })}>
          {t('common.action.signOut')}
        </button>
      </EmptyState>
    </div>
  );
}
