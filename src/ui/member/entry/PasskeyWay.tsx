import { useSelector } from '@xstate/react';
import { selectPasskeySignInFailure } from '#machines/members/passkey-sign-in.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { failureText } from '../../kit/feedback/FailureText.tsx';
import buttons from '../../kit/plain-button.module.css';
import classes from './entry.module.css';

/** Signing in with a passkey: its autofill belongs to the name field of the form above, and a button asks for one. */
export function PasskeyWay({ isWanted }: { readonly isWanted: boolean }) {
  const { memberSession } = useApp();
  const { passkeySignIn: logic } = useBundle('entry');
  const signIn = useLeafActor(logic, { id: 'passkeySignIn', input: { owner: memberSession, isWanted } });
  const failure = useSelector(signIn, selectPasskeySignInFailure);
  const isBusy = useSelector(signIn, (snapshot) => snapshot.hasTag('busy'));
  const ask = ({ keep }: { readonly keep: boolean }) => {
    signIn.send({ type: 'passkey.keepChosen', keep });
    signIn.send({ type: 'passkey.requested' });
  };
  return (
    <div className={classes.passkey} aria-busy={isBusy}>
      <button
        type="button"
        className={buttons.secondary}
        aria-disabled={isBusy}
        onClick={({ currentTarget }) =>
          !isBusy && ask({ keep: currentTarget.form?.querySelector<HTMLInputElement>('[name="keep"]')?.checked === true })
        }
      >
        {t(isBusy ? 'entryForms.passkey.waiting' : 'entry.passkey')}
      </button>
      {failure && (
        <p role="alert" className={classes.note}>
          {failure.kind === 'aborted' ? t('entryForms.passkey.none') : failureText(failure)}
        </p>
      )}
    </div>
  );
}
