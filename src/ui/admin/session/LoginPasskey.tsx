import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { PasskeyButton } from '../../kit/session/PasskeyButton.tsx';
import classes from './login-passkey.module.css';

/** An administrator signing in with a passkey. */
export function LoginPasskey({ isWanted }: { readonly isWanted: boolean }) {
  const { adminSession } = useApp();
  const { passkeySignIn: logic } = useBundle('account');
  const signIn = useLeafActor(logic, { id: 'adminPasskeySignIn', input: { owner: adminSession, isWanted } });
  const words = { ask: t('admin.login.passkey'), waiting: t('account.login.passkeyWaiting'), none: t('account.login.passkeyNone') };
  return <PasskeyButton signIn={signIn} words={words} classes={{ box: classes.box, note: classes.note }} />;
}
