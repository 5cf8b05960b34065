import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { TwoFactorView } from '../../../kit/session/TwoFactorView.tsx';

/** The second factor of the administrator who is signed in. */
export function TwoFactorPanel() {
  const { twoFactor: logic } = useBundle('account');
  return <TwoFactorView factor={useLeafActor(logic, { id: 'twoFactor' })} proof="password" />;
}
