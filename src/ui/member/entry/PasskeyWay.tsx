import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { PasskeyButton } from '../../kit/session/PasskeyButton.tsx';
import classes from './entry.module.css';

/** A member signing in with a passkey. */
export function PasskeyWay({ isWanted }: { readonly isWanted: boolean }) {
  const { memberSession } = useApp();
  const { passkeySignIn: logic } = useBundle('entry');
  const signIn = useLeafActor(logic, { id: 'passkeySignIn', input: { owner: memberSession, isWanted } });
  const words = { ask: t('entry.passkey'), waiting: t('entryForms.passkey.waiting'), none: t('entryForms.passkey.none') };
  return <PasskeyButton signIn={signIn} words={words} classes={{ box: classes.passkey, note: classes.note }} />;
}
