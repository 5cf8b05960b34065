import { useSelector } from '@xstate/react';
import { Suspense, type FormEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import { checkMemberCredentials } from '#domain/members/credentials';
import { Secret } from '#domain/base/secret';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { selectIsAskingCaptcha, selectIsSigningIn, selectSessionFailure } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { loadMessages, t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLogics } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useSite } from '../../base/use-site.ts';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { LazyExternalWays, useHasProviders } from '../../kit/external/external-offers.ts';
import { PlainField } from '../../kit/form/PlainField.tsx';
import { PlainPassword } from '../../kit/form/PlainPassword.tsx';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import { usePlainForm, valueOf } from '../base/plain-form.ts';
import { KeepBox } from './KeepBox.tsx';
import classes from './entry.module.css';

const PasskeyWay = lazyView(async () => (await Promise.all([import('./PasskeyWay.tsx'), loadMessages(['entryForms'])]))[0].PasskeyWay);
// Most sites ask for none.
const SignInCaptcha = lazyView(async () => (await import('./SignInCaptcha.tsx')).SignInCaptcha);

/** Name, address or number, and the password. What is typed stays in the fields until it is sent as a Secret. */
export function SignInForm({ onForgotten }: { readonly onForgotten: () => void }) {
  const { memberSession } = useApp();
  const failure = useSelector(memberSession, selectSessionFailure);
  const isBusy = useSelector(memberSession, selectIsSigningIn);
  const isAsking = useSelector(memberSession, selectIsAskingCaptcha);
  const dismiss = () => memberSession.send({ type: 'session.failureDismissed' });
  const hasProviders = useHasProviders('member');
  const { hasPasskeys: isKnown } = useLogics();
  const hasPasskeys = useSite().memberWays.includes('passkey') && isKnown;
  const way = useLeafActor(disclosureMachine, { id: 'passkeyWay' });
  const touch = () => way.send({ type: 'disclosure.opened' });
  const form = usePlainForm({ id: 'signInForm', failure, onEdited: dismiss });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const [username, password] = [valueOf(element, 'username').trim(), valueOf(element, 'password')];
    if (isBusy || !form.submit(element, checkMemberCredentials({ username, password }))) return;
    const keep = valueOf(element, 'keep') !== '';
    memberSession.send({ type: 'session.signInRequested', username, password: new Secret(password), keep });
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is listened to is that somebody is here
    <form className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy} onFocus={touch} onPointerEnter={touch}>
      <FailureBox failure={form.isSaidAt(['username', 'password']) ? null : failure} />
      <PlainField
        {...form.field('username')}
        label={t('entry.username')}
        placeholder={t('entry.usernamePlaceholder')}
        autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={254}
      />
      <PlainPassword
        {...form.field('password')}
        label={t('entry.password')}
        placeholder={t('entry.passwordPlaceholder')}
        autoComplete="current-password"
        isShown={form.isPasswordShown}
        toggleLabel={t(form.isPasswordShown ? 'entry.hidePassword' : 'entry.showPassword')}
        onToggle={form.togglePassword}
      />
      <div className={classes.beside}>
        <KeepBox />
        <button type="button" className={classes.link} onClick={onForgotten}>
          {t('entry.forgotten')}
        </button>
      </div>
      <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
        {t(isBusy ? 'entry.submitting' : 'entry.submit')}
      </button>
      {hasPasskeys && <Passkeys way={way} />}
      {hasProviders && (
        <Suspense>
          <LazyExternalWays area="member" session={memberSession} />
        </Suspense>
      )}
      <LazyDialog isOpen={isAsking}>
        <SignInCaptcha />
      </LazyDialog>
    </form>
  );
}

/** The way in by passkey, whose code comes when somebody touches the form: until then a button of the same look. */
function Passkeys({ way }: { readonly way: ActorRefFrom<typeof disclosureMachine> }) {
  const isTouched = useSelector(way, selectIsOpen);
  const wanted = useLeafActor(disclosureMachine, { id: 'passkeyWanted' });
  const isWanted = useSelector(wanted, selectIsOpen);
  const still = (
    <button type="button" className={buttons.secondary} onClick={() => wanted.send({ type: 'disclosure.opened' })}>
      {t('entry.passkey')}
    </button>
  );
  if (!isTouched) return still;
  return (
    <Suspense fallback={still}>
      <PasskeyWay isWanted={isWanted} />
    </Suspense>
  );
}
