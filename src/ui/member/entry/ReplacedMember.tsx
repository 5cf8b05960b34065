import { IconUsers } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { selectMember } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { PageTitle } from '../../base/PageTitle.tsx';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import buttons from '../../kit/plain-button.module.css';
import { KeptProfile } from './KeptProfile.tsx';
import classes from './replaced.module.css';

/** Another tab has signed in as somebody else: who it is, and what was typed here, before the pages of the other are shown. */
export function ReplacedMember() {
  const { app, memberSession } = useApp();
  const member = useSelector(memberSession, selectMember);
  const name = member?.nickname || member?.username || '';
  return (
    <main className={classes.whole}>
      <PageTitle title="common.title.memberLogin" />
      <div role="alert" className={classes.replaced}>
        <EmptyState
          level={1}
          icon={<IconUsers size={24} stroke={1.5} />}
          title={t('entryForms.replaced.title', { name })}
          text={t('entryForms.replaced.body')}
        >
          <button type="button" className={buttons.primary} onClick={() => app.send({ type: 'member.replacementSeen' })}>
            {t('entryForms.replaced.goOn', { name })}
          </button>
        </EmptyState>
        <Suspense>
          <KeptProfile />
        </Suspense>
      </div>
    </main>
  );
}
