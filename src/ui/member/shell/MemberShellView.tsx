import { IconDoor, IconLock } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import {
  selectMemberPage,
  selectMemberShellIsClosed,
  selectMemberShellIsNoMenus,
  selectMemberShellIsNoPermission,
  selectMemberShellIsNotFound,
  selectMemberShellIsReady,
  selectMemberStart,
  type MemberShellRef,
} from '#machines/members/member-shell.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { PageTitle } from '../../base/PageTitle.tsx';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import buttons from '../../kit/plain-button.module.css';
import { ShellRefContext } from '../base/shell.ts';
import { ProofQuestion } from '../safety/ProofQuestion.tsx';
import { MemberLayout } from './MemberLayout.tsx';
import { MemberLoading } from './MemberLoading.tsx';
import { MemberPage } from './MemberPage.tsx';
import classes from './shell.module.css';

type Snapshot = ReturnType<MemberShellRef['getSnapshot']>;

/** Which of its faces the shell shows. */
const faceOf = (snapshot: Snapshot) =>
  selectMemberShellIsClosed(snapshot)
    ? 'closed'
    : selectMemberShellIsNoMenus(snapshot)
      ? 'noMenus'
      : selectMemberShellIsReady(snapshot)
        ? 'ready'
        : 'loading';

const titleOf = (snapshot: Snapshot): string => {
  if (snapshot.hasTag('busy')) return 'common.title.loading';
  if (selectMemberShellIsNotFound(snapshot)) return 'common.title.notFound';
  if (selectMemberShellIsNoPermission(snapshot)) return 'common.title.noPermission';
  return selectMemberPage(snapshot)?.title ?? 'common.title.memberCentre';
};

/** The member centre as far as its start has come. */
export function MemberShellView({ shell }: { readonly shell: MemberShellRef }) {
  const face = useSelector(shell, faceOf);
  const title = useSelector(shell, titleOf);
  const start = useSelector(shell, selectMemberStart);
  if (face === 'closed')
    return (
      <Whole>
        <EmptyState
          level={1}
          icon={<IconDoor size={24} stroke={1.5} />}
          title={t('member.shell.closedTitle')}
          text={t('member.shell.closedBody')}
        >
          <AppLink to="/" className={buttons.primary}>
            {t('common.action.home')}
          </AppLink>
          <SignOutButton />
        </EmptyState>
      </Whole>
    );
  if (face === 'noMenus')
    return (
      <Whole>
        <EmptyState
          level={1}
          icon={<IconLock size={24} stroke={1.5} />}
          title={t('member.shell.noMenus')}
          text={t('member.shell.noMenusHint')}
        >
          <button type="button" className={buttons.primary} onClick={() => shell.send({ type: 'shell.retried' })}>
            {t('common.action.reload')}
          </button>
          <SignOutButton />
        </EmptyState>
      </Whole>
    );
  if (face === 'loading' || !start) return <MemberLoading shell={shell} />;
  return (
    <ShellRefContext value={shell}>
      <PageTitle title={title} />
      <MemberLayout shell={shell} items={start.menu.items}>
        <MemberPage shell={shell} />
      </MemberLayout>
      <ProofQuestion shell={shell} />
    </ShellRefContext>
  );
}

const Whole = ({ children }: { readonly children: ReactNode }) => (
  <main className={classes.whole}>
    <PageTitle title="common.title.memberCentre" />
    {children}
  </main>
);

function SignOutButton() {
  const { memberSession } = useApp();
  return (
    <button type="button" className={buttons.secondary} onClick={() => memberSession.send({ type: 'session.signOutRequested' })}>
      {t('common.action.signOut')}
    </button>
  );
}
