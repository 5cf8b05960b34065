import { useSite } from '../base/use-site.ts';
import { PublicFrame } from '../site/PublicFrame.tsx';
import { ClosedCentre } from './base/ClosedCentre.tsx';
import { MemberEntry } from './entry/MemberEntry.tsx';

/** `/user/login`: sign-in and registration in one page; a closed centre says so. Source: specification §2, "userLogin". */
export function MemberLoginPage() {
  const { isMemberCentreOpen } = useSite();
  return <PublicFrame>{isMemberCentreOpen ? <MemberEntry /> : <ClosedCentre />}</PublicFrame>;
}
