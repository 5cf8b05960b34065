import { IconAlertCircle } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { fieldRefusal } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectSessionFailure, type SessionRef } from '#machines/session/session.machine';
import { t } from '../../base/i18n.ts';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import buttons from '../../kit/plain-button.module.css';
import { PlainField } from '../../kit/form/PlainField.tsx';
import classes from './LoginPage.module.css';

/** The second step of the sign-in: a code of the authenticator app, or a recovery code. Plain, like the step before. */
export function LoginCode({ session }: { readonly session: SessionRef }) {
  const failure = useSelector(session, selectSessionFailure);
  const isBusy = useSelector(session, selectIsBusy);
  const problem = fieldRefusal(failure, 'factorCode');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector('input');
    if (isBusy || !field) return;
    if (field.value.trim() === '') field.focus();
    else session.send({ type: 'session.codeGiven', code: new Secret(field.value.trim()) });
    field.select();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy} aria-labelledby="login-code">
      <h2 id="login-code" className={classes.step}>
        {t('account.login.title')}
      </h2>
      <p className={classes.stepHint}>{t('account.login.hint')}</p>
      <div role="alert" className={classes.alert}>
        {failure && problem === undefined && (
          <p className={classes.failure}>
            <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
            <FailureText failure={failure} />
          </p>
        )}
      </div>
      <PlainField
        name="factorCode"
        label={t('account.login.code')}
        placeholder={t('account.login.placeholder')}
        error={problem}
        required
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step is this field
        autoFocus
      />
      <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
        {t(isBusy ? 'account.login.checking' : 'account.login.submit')}
      </button>
      <button type="button" className={classes.back} onClick={() => session.send({ type: 'session.codeDismissed' })}>
        {t('account.login.back')}
      </button>
    </form>
  );
}
