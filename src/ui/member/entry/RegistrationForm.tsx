import { useSelector } from '@xstate/react';
import { Fragment, useRef, type FormEvent } from 'react';
import type { Channel } from '#domain/members/channel';
import { checkNewAccount, checkNewPassword, checkRegistration } from '#domain/members/entry-rules';
import { codeIn } from '#domain/members/credentials';
import { Secret } from '#domain/base/secret';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectRegistrationChannel,
  selectRegistrationCode,
  selectRegistrationFailure,
  selectRegistrationHasFailed,
  selectRegistrationIsClosed,
  selectRegistrationTerms,
  type RegistrationRef,
  type RegistrationTerms,
} from '#machines/members/registration.machine';
import type { VerificationCodeRef } from '#machines/session/verification-code.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { PlainField } from '../../kit/form/PlainField.tsx';
import { PlainPassword } from '../../kit/form/PlainPassword.tsx';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import { usePlainForm, valueOf } from '../base/plain-form.ts';
import { afterPress } from '../../kit/after-press.ts';
import { AddressField } from './AddressField.tsx';
import { ChannelChoice } from './ChannelChoice.tsx';
import { CodeField } from './CodeField.tsx';
import { EntryNote } from './EntryNote.tsx';
import classes from './entry.module.css';
import { wantCode } from './want-code.ts';

/** Becoming a member. Source: wire protocol §2.6. */
export function RegistrationForm() {
  const { memberSession } = useApp();
  const { registration: logic } = useBundle('entry');
  const registration = useLeafActor(logic, { id: 'registration', input: { owner: memberSession } });
  const code = useSelector(registration, selectRegistrationCode);
  const failure = useSelector(registration, selectRegistrationFailure);
  const isClosed = useSelector(registration, selectRegistrationIsClosed);
  const hasFailed = useSelector(registration, selectRegistrationHasFailed);
  const retry = () => registration.send({ type: 'registration.retried' });
  if (isClosed) return <EntryNote title={t('entryForms.register.closedTitle')} body={t('entryForms.register.closedBody')} />;
  if (hasFailed) return <EntryNote title={t('entryForms.register.failed')} failure={failure} onRetry={retry} />;
  if (!code) return <div className={classes.waiting} aria-busy="true" />;
  return <Fields registration={registration} code={code} />;
}

const WIRE: Readonly<Record<Channel, Readonly<Record<string, string>>>> = {
  email: { address: 'email', code: 'captcha' },
  mobile: { address: 'mobile', code: 'captcha' },
};
const FIELDS = ['username', 'address', 'code', 'password'];

function Fields({ registration, code }: { readonly registration: RegistrationRef; readonly code: VerificationCodeRef }) {
  const element = useRef<HTMLFormElement>(null);
  const terms = useSelector(registration, selectRegistrationTerms);
  const channel = useSelector(registration, selectRegistrationChannel);
  const failure = useSelector(registration, selectRegistrationFailure);
  const isBusy = useSelector(registration, selectIsBusy);
  const form = usePlainForm({
    id: 'registrationForm',
    later: afterPress,
    failure,
    wireNames: WIRE[channel],
    onEdited: () => registration.send({ type: 'registration.edited' }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    const [username, address] = [valueOf(currentTarget, 'username').trim(), valueOf(currentTarget, 'address').trim()];
    const typed = { username, address, code: codeIn(valueOf(currentTarget, 'code')), password: valueOf(currentTarget, 'password') };
    if (isBusy || !form.submit(currentTarget, checkRegistration(channel, typed))) return;
    registration.send({ type: 'registration.submitted', ...typed, code: new Secret(typed.code), password: new Secret(typed.password) });
  };
  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <FailureBox failure={form.isSaidAt(FIELDS) ? null : failure} />
      <PlainField
        {...form.field('username', checkNewAccount)}
        label={t('entryForms.register.account')}
        placeholder={t('entryForms.register.accountPlaceholder')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={15}
      />
      <ChannelChoice
        id="registration"
        label={t('entryForms.register.channel')}
        channels={terms?.channels ?? []}
        chosen={channel}
        onChoose={(next) => registration.send({ type: 'registration.channelChosen', channel: next })}
      />
      <AddressField form={form} channel={channel} />
      <CodeField
        {...form.field('code')}
        code={code}
        delivery={terms?.delivery[channel]}
        onWanted={() => wantCode({ element: element.current, channel, form, code })}
      />
      {terms?.delivery[channel] === 'outbox' && <p className={classes.note}>{t('entryForms.register.outbox')}</p>}
      <PlainPassword
        {...form.field('password', (value, at) => checkNewPassword(value, at ? valueOf(at, 'username') : ''))}
        label={t('entryForms.register.newPassword')}
        placeholder={t('entryForms.register.newPasswordPlaceholder')}
        autoComplete="new-password"
        isShown={form.isPasswordShown}
        toggleLabel={t(form.isPasswordShown ? 'entry.hidePassword' : 'entry.showPassword')}
        onToggle={form.togglePassword}
      />
      <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
        {t(isBusy ? 'entryForms.register.submitting' : 'entryForms.register.submit')}
      </button>
      <Agreements pages={terms?.agreements ?? []} />
    </form>
  );
}

/** What one agrees to, each in a window of its own: what was typed stays. */
function Agreements({ pages }: { readonly pages: RegistrationTerms['agreements'] }) {
  if (pages.length === 0) return null;
  return (
    <p className={classes.note}>
      {t('entryForms.register.agree')}
      {pages.map(({ path, title }, at) => (
        <Fragment key={path}>
          {at > 0 && t('entryForms.register.and')}
          <a className={classes.agreement} href={path} target="_blank" rel="noreferrer">
            {t('entryForms.register.agreement', { title })}
          </a>
        </Fragment>
      ))}
    </p>
  );
}
