import { tellBeside } from '#actors/base/unsaved-beside';
import type { SettingsRef } from '#machines/settings/settings.machine';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { TwoFactorView } from '../../../kit/session/TwoFactorView.tsx';

/** The second factor of the administrator who is signed in. @param props.settings of the page that it stands on */
export function TwoFactorPanel({ settings }: { readonly settings: SettingsRef }) {
  const { twoFactor: logic } = useBundle('account');
  return <TwoFactorView factor={useLeafActor(logic, { id: 'twoFactor' })} proof="password" tellUnsaved={tellBeside(settings)} />;
}
