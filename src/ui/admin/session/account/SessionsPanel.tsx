import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { SessionsView } from '../../../kit/session/SessionsView.tsx';

export interface SessionsPanelProps {
  /** Another administrator; null for the own account. */
  readonly adminId: number | null;
}

/** Where an administrator is signed in. */
export function SessionsPanel({ adminId }: SessionsPanelProps) {
  const { sessions: logic } = useBundle('account');
  const sessions = useLeafActor(logic, { id: adminId === null ? 'sessions' : `sessions:${adminId}`, input: { adminId } });
  return <SessionsView sessions={sessions} isOwn={adminId === null} />;
}
