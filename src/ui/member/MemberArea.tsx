import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { selectIsMemberReplaced, selectMemberShell } from '#machines/app/app.machine';
import { selectIsAskingToReload } from '#machines/app/language.machine';
import { selectIsAskingToLeave } from '#machines/app/navigation.machine';
import { selectHasSignOutFailed, selectIsAskingToSignOut } from '#machines/session/session.machine';
import { useApp } from '../base/app-context.ts';
import { CdnContext } from '../base/cdn-context.ts';
import { loadMessages } from '../base/i18n.ts';
import { lazyView } from '../base/lazy-view.tsx';
import { useSite } from '../base/use-site.ts';
import { LazyDialog } from '../kit/dialogs/LazyDialog.tsx';
import { MemberLoading } from './shell/MemberLoading.tsx';
import { MemberShellView } from './shell/MemberShellView.tsx';

// Rare questions; most visits never see one.
const MemberQuestions = lazyView(
  async () => (await Promise.all([import('./shell/MemberQuestions.tsx'), loadMessages(['leaving'])]))[0].MemberQuestions,
);
const ReplacedMember = lazyView(async () => {
  const [{ ReplacedMember: Replaced }] = await Promise.all([
    import('./entry/ReplacedMember.tsx'),
    loadMessages(['entryForms', 'memberPages']),
  ]);
  return Replaced;
});

/** Everything below /user but the sign-in: the shell once there is one. */
export function MemberArea() {
  const { app, memberSession, navigation, language } = useApp();
  const shell = useSelector(app, selectMemberShell);
  const isAsking = [
    useSelector(navigation, selectIsAskingToLeave),
    useSelector(language, selectIsAskingToReload),
    useSelector(memberSession, selectIsAskingToSignOut),
    useSelector(memberSession, selectHasSignOutFailed),
  ].includes(true);
  const isReplaced = useSelector(app, selectIsMemberReplaced);
  const { cdnUrl } = useSite();
  return (
    <CdnContext value={cdnUrl}>
      {isReplaced ? (
        <Suspense fallback={<MemberLoading shell={null} />}>
          <ReplacedMember />
        </Suspense>
      ) : shell ? (
        <MemberShellView shell={shell} />
      ) : (
        <MemberLoading shell={null} />
      )}
      <LazyDialog isOpen={isAsking}>
        <MemberQuestions />
      </LazyDialog>
    </CdnContext>
  );
}
