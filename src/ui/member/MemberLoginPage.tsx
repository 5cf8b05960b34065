import { Suspense } from 'react';
import { useApp } from '../base/app-context.ts';
import { lazyView } from '../base/lazy-view.tsx';
import { useSite } from '../base/use-site.ts';
import { LeaveQuestion } from '../admin/base/LeaveQuestion.tsx';
import { PublicFrame } from '../site/PublicFrame.tsx';
import { MemberEntry } from './entry/MemberEntry.tsx';

// Few sites have a closed one.
const ClosedCentre = lazyView(async () => (await import('./base/ClosedCentre.tsx')).ClosedCentre);

/** `/user/login`: sign-in and registration in one page; a closed centre says so. Source: specification §2, "userLogin". */
export function MemberLoginPage() {
  const { memberSession } = useApp();
  const { isMemberCentreOpen } = useSite();
  return (
    <PublicFrame isEntry={isMemberCentreOpen}>
      {isMemberCentreOpen ? (
        <MemberEntry />
      ) : (
        <Suspense>
          <ClosedCentre />
        </Suspense>
      )}
      <LeaveQuestion session={memberSession} />
    </PublicFrame>
  );
}
