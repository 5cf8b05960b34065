import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { IdentitiesView } from '../../../kit/external/IdentitiesView.tsx';

/** What the account of the administrator who is signed in is linked with. */
export function IdentitiesPanel() {
  const { identities: logic } = useBundle('external');
  return <IdentitiesView identities={useLeafActor(logic, { id: 'identities' })} proof="password" />;
}
