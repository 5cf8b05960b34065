import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { PasskeysView } from '../../../kit/session/PasskeysView.tsx';

/** The passkeys of the administrator who is signed in. @param card the class of what stands around them */
export function PasskeysPanel({ card }: { readonly card: string | undefined }) {
  const { passkeys: logic } = useBundle('account');
  return <PasskeysView passkeys={useLeafActor(logic, { id: 'adminPasskeys' })} proof="password" card={card} />;
}
