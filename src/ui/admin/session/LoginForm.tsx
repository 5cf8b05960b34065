import { IconAlertCircle, IconArrowBigUpLine, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { checkCredential, checkCredentials, type CredentialField } from '#domain/session/credentials';
import { Secret } from '#domain/base/secret';
import { loginFormLogic } from '#machines/session/login-form.logic';
import { selectIsAskingCaptcha, selectIsSigningIn, selectSessionFailure, type SessionRef } from '#machines/session/session.machine';
import { t, text } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import buttons from '../../kit/plain-button.module.css';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { PlainField } from '../../kit/form/PlainField.tsx';
import classes from './LoginPage.module.css';

const LoginPasskey = lazyView(async () => (await import('./LoginPasskey.tsx')).LoginPasskey);
// Most sites ask for none.
const LoginCaptcha = lazyView(async () => (await import('./LoginCaptcha.tsx')).LoginCaptcha);

const valueOf = (form: HTMLFormElement, field: string): string => {
  const value = new FormData(form).get(field);
  return typeof value === 'string' ? value : '';
};

export interface LoginFormProps {
  readonly session: SessionRef;
  /** Whether one may come in with a passkey. */
  readonly hasPasskeys?: boolean;
  /** Other ways in, below the button. */
  readonly children?: ReactNode;
}

/** Account, password, keep signed in. What is typed stays in the fields until it is sent as a Secret. Of the way in by passkey only a button is here at first. */
export function LoginForm({ session, hasPasskeys = false, children }: LoginFormProps) {
  const form = useLeafActor(loginFormLogic, { id: 'loginForm' });
  const { issues, isCapsLockOn, isPasswordShown, passkey } = useSelector(form, (snapshot) => snapshot.context);
  const failure = useSelector(session, selectSessionFailure);
  const isBusy = useSelector(session, selectIsSigningIn);
  const isAsking = useSelector(session, selectIsAskingCaptcha);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const element = event.currentTarget;
    const username = valueOf(element, 'username').trim();
    const password = valueOf(element, 'password');
    const found = checkCredentials({ username, password });
    form.send({ type: 'loginForm.submitted', issues: found });
    const first = found.username ? 'username' : found.password ? 'password' : null;
    if (first) element.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    else session.send({ type: 'session.signInRequested', username, password: new Secret(password), keep: valueOf(element, 'keep') !== '' });
  };
  const watch = (event: KeyboardEvent) => {
    const isOn = event.getModifierState('CapsLock');
    if (isOn !== isCapsLockOn) form.send({ type: 'loginForm.capsLockSeen', isOn });
  };
  const field = (name: CredentialField) => ({
    name,
    error: issues[name] && text(issues[name].key, issues[name].params),
    required: true,
    onKeyDown: watch,
    onKeyUp: watch,
    onChange: () => issues[name] && form.send({ type: 'loginForm.fieldEdited', field: name }),
    onBlur: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      currentTarget.value !== '' &&
      form.send({ type: 'loginForm.fieldLeft', field: name, issue: checkCredential(name, currentTarget.value) }),
  });
  const near = hasPasskeys ? () => passkey ?? form.send({ type: 'loginForm.passkeyNeared', passkey: 'near' }) : undefined;
  const still = (
    <button type="button" className={buttons.secondary} onClick={() => form.send({ type: 'loginForm.passkeyNeared', passkey: 'wanted' })}>
      {t('admin.login.passkey')}
    </button>
  );
  const EyeIcon = isPasswordShown ? IconEyeOff : IconEye;

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is listened to is that somebody is here
    <form className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy} onPointerEnter={near} onKeyDown={near}>
      <div role="alert" className={classes.alert}>
        {failure && (
          <p className={classes.failure}>
            <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
            <FailureText failure={failure} />
          </p>
        )}
      </div>
      <PlainField
        {...field('username')}
        label={t('admin.login.username')}
        placeholder={t('admin.login.usernamePlaceholder')}
        autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form
        autoFocus
      />
      <PlainField
        {...field('password')}
        type={isPasswordShown ? 'text' : 'password'}
        label={t('admin.login.password')}
        placeholder={t('admin.login.passwordPlaceholder')}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        hint={
          isCapsLockOn && (
            <>
              <IconArrowBigUpLine size={14} aria-hidden="true" />
              {t('admin.login.capsLock')}
            </>
          )
        }
      >
        <button
          type="button"
          aria-label={t(isPasswordShown ? 'admin.login.hidePassword' : 'admin.login.showPassword')}
          aria-pressed={isPasswordShown}
          onClick={() => form.send({ type: 'loginForm.passwordToggled' })}
        >
          <EyeIcon size={19} stroke={1.75} aria-hidden="true" />
        </button>
      </PlainField>
      <label className={classes.keep}>
        <input type="checkbox" name="keep" value="1" />
        <span>
          {t('admin.login.keep')}
          <small>{t('admin.login.keepHint')}</small>
        </span>
      </label>
      <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
        {t(isBusy ? 'admin.login.submitting' : 'admin.login.submit')}
      </button>
      {hasPasskeys && <Suspense fallback={still}>{passkey ? <LoginPasskey isWanted={passkey === 'wanted'} /> : still}</Suspense>}
      {children}
      <LazyDialog isOpen={isAsking}>
        <LoginCaptcha session={session} />
      </LazyDialog>
    </form>
  );
}
