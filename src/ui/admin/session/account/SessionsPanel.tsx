import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { OthersFactor } from '../../../kit/session/OthersFactor.tsx';
import { SessionsView } from '../../../kit/session/SessionsView.tsx';

export interface SessionsPanelProps {
  /** Another administrator; null for the own account. */
  readonly adminId: number | null;
}

/** Where an administrator is signed in, and the second factor of another one. */
export function SessionsPanel({ adminId }: SessionsPanelProps) {
  const { sessions: logic } = useBundle('account');
  const sessions = useLeafActor(logic, { id: adminId === null ? 'sessions' : `sessions:${adminId}`, input: { adminId } });
  return (
    <>
      <SessionsView sessions={sessions} isOwn={adminId === null} />
      {adminId !== null && <AdminFactor id={adminId} />}
    </>
  );
}

function AdminFactor({ id }: { readonly id: number }) {
  const { factorOfAdmin } = useBundle('account');
  const factor = useLeafActor(factorOfAdmin(id), { id: `factorOfAdmin:${id}` });
  const words = {
    title: t('account.access.factor'),
    on: (time: string, used: string | undefined) =>
      used === undefined ? t('account.access.on', { time }) : t('account.access.onUsed', { time, used }),
    off: t('account.access.off'),
    retry: t('account.sessions.retry'),
    remove: t('account.access.reset'),
    ask: { title: t('account.access.resetTitle'), hint: t('account.access.resetHint'), password: t('account.access.password') },
  };
  return <OthersFactor factor={factor} words={words} />;
}
