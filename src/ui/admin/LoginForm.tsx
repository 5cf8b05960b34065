import { Alert, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { IconAlertCircle, IconArrowBigUpLine } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent, KeyboardEvent } from 'react';
import { checkCredential, checkCredentials, type CredentialField } from '#domain/credentials';
import { Secret } from '#domain/secret';
import { loginFormLogic } from '#machines/login-form.logic';
import { selectSessionFailure, type SessionRef } from '#machines/session.machine';
import { t, text } from '../app/i18n.ts';
import { FailureText } from '../kit/FailureText.tsx';
import { useLeafActor } from '../kit/use-leaf-actor.ts';
import classes from './LoginPage.module.css';

const valueOf = (form: HTMLFormElement, field: string): string => {
  const value = new FormData(form).get(field);
  return typeof value === 'string' ? value : '';
};

/** Account, password, keep signed in. What is typed stays in the fields until it is sent as a Secret. */
export function LoginForm({ session }: { readonly session: SessionRef }) {
  const form = useLeafActor(loginFormLogic, { id: 'loginForm' });
  const issues = useSelector(form, (snapshot) => snapshot.context.issues);
  const isCapsLockOn = useSelector(form, (snapshot) => snapshot.context.isCapsLockOn);
  const failure = useSelector(session, selectSessionFailure);
  const isBusy = useSelector(session, (snapshot) => snapshot.matches('signingIn'));

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
  const fieldProps = (field: CredentialField) => ({
    name: field,
    error: issues[field] && text(issues[field].key, issues[field].params),
    onChange: () => form.send({ type: 'loginForm.fieldEdited', field }),
    onBlur: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      currentTarget.value !== '' && form.send({ type: 'loginForm.fieldLeft', field, issue: checkCredential(field, currentTarget.value) }),
  });

  return (
    <form className={classes.form} onSubmit={submit} onKeyDown={watch} onKeyUp={watch} noValidate aria-busy={isBusy}>
      <div role="alert">
        {failure && (
          <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} className={classes.failure ?? ''}>
            <FailureText failure={failure} />
          </Alert>
        )}
      </div>
      <TextInput
        {...fieldProps('username')}
        label={t('admin.login.username')}
        placeholder={t('admin.login.usernamePlaceholder')}
        size="md"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        required
        withAsterisk={false}
        autoFocus
      />
      <PasswordInput
        {...fieldProps('password')}
        label={t('admin.login.password')}
        placeholder={t('admin.login.passwordPlaceholder')}
        size="md"
        autoComplete="current-password"
        maxLength={128}
        required
        withAsterisk={false}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t('admin.login.showPassword') }}
        description={
          isCapsLockOn && (
            <span className={classes.capsLock}>
              <IconArrowBigUpLine size={14} /> {t('admin.login.capsLock')}
            </span>
          )
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Checkbox name="keep" value="1" label={t('admin.login.keep')} description={t('admin.login.keepHint')} />
      <Button type="submit" size="md" fullWidth loading={isBusy}>
        {t('admin.login.submit')}
      </Button>
    </form>
  );
}
