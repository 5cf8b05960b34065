import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectPasskeySignInFailure, type PasskeySignInRef } from '#machines/session/passkey-sign-in.machine';
import { failureText } from '../feedback/FailureText.tsx';
import buttons from '../plain-button.module.css';

export interface PasskeyButtonProps {
  readonly signIn: PasskeySignInRef;
  readonly words: { readonly ask: string; readonly waiting: string; readonly none: string };
  readonly classes: { readonly box: string | undefined; readonly note: string | undefined };
}

/** Signing in with a passkey: its autofill belongs to the name field of the form around it, and the button asks for one. */
export function PasskeyButton({ signIn, words, classes }: PasskeyButtonProps) {
  const failure = useSelector(signIn, selectPasskeySignInFailure);
  const isBusy = useSelector(signIn, selectIsBusy);
  const ask = ({ keep }: { readonly keep: boolean }) => {
    signIn.send({ type: 'passkey.keepChosen', keep });
    signIn.send({ type: 'passkey.requested' });
  };
  return (
    <div className={classes.box} aria-busy={isBusy}>
      <button
        type="button"
        className={buttons.secondary}
        aria-disabled={isBusy}
        onClick={({ currentTarget }) =>
          !isBusy && ask({ keep: currentTarget.form?.querySelector<HTMLInputElement>('[name="keep"]')?.checked === true })
        }
      >
        {isBusy ? words.waiting : words.ask}
      </button>
      {failure && (
        <p role="alert" className={classes.note}>
          {failure.kind === 'aborted' ? words.none : failureText(failure)}
        </p>
      )}
    </div>
  );
}
