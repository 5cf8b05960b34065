import { useSelector } from '@xstate/react';
import { useRef, type FormEvent } from 'react';
import { maskedAddress } from '#domain/members/channel';
import { checkAddress, checkCode, checkNewPassword } from '#domain/members/entry-rules';
import { codeIn } from '#domain/members/credentials';
import { Secret } from '#domain/base/secret';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectResetAccount,
  selectResetChannel,
  selectResetFailure,
  selectResetTerms,
  type PasswordResetRef,
} from '#machines/members/password-reset.machine';
import { selectCodeFailure, selectIsCodeCaptchaAsked, type VerificationCodeRef } from '#machines/session/verification-code.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { useSite } from '../../base/use-site.ts';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { PlainPassword } from '../../kit/form/PlainPassword.tsx';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import { AUTOFOCUS } from '../base/first-field.ts';
import { usePlainForm, valueOf } from '../base/plain-form.ts';
import { afterPress } from '../../kit/after-press.ts';
import { AddressField } from './AddressField.tsx';
import { ChannelChoice } from './ChannelChoice.tsx';
import { CodeField, SendButton } from './CodeField.tsx';
import classes from './entry.module.css';

export interface ResetStepProps {
  readonly reset: PasswordResetRef;
  readonly code: VerificationCodeRef;
}

/** Which account, and a code to its address. */
export function AccountStep({ reset, code }: ResetStepProps) {
  const element = useRef<HTMLFormElement>(null);
  const { isOwnServer = false } = useSite();
  const terms = useSelector(reset, selectResetTerms);
  const channel = useSelector(reset, selectResetChannel);
  const account = useSelector(reset, selectResetAccount);
  const codeFailure = useSelector(code, selectCodeFailure);
  const isAsking = useSelector(code, selectIsCodeCaptchaAsked);
  const canResume = useSelector(reset, (snapshot) => snapshot.can({ type: 'reset.resumed' }));
  const form = usePlainForm({ id: 'resetForm', failure: null, later: afterPress });
  const wantCode = () => {
    if (!element.current) return;
    const target = valueOf(element.current, 'address').trim();
    const issue = checkAddress(channel, target);
    if (form.submit(element.current, issue ? { address: issue } : {})) code.send({ type: 'code.requested', target, password: null });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    wantCode();
  };
  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.stepHint}>{t('entryForms.reset.lead')}</p>
      <ChannelChoice
        id="reset"
        label={t('entryForms.register.channel')}
        channels={terms?.channels ?? []}
        chosen={channel}
        onChoose={(next) => reset.send({ type: 'reset.channelChosen', channel: next })}
      />
      <AddressField form={form} channel={channel} defaultValue={account} isFocused />
      <div role="alert" className={classes.problem}>
        {codeFailure && !isAsking && <FailureText failure={codeFailure} />}
      </div>
      <SendButton code={code} className={buttons.primary} />
      {terms?.delivery[channel] === 'outbox' && <p className={classes.note}>{t('entryForms.register.outbox')}</p>}
      {canResume && (
        <button type="button" className={classes.link} onClick={() => reset.send({ type: 'reset.resumed' })}>
          {t('entryForms.reset.haveCode')}
        </button>
      )}
      {isOwnServer && (
        <AppLink to="/user/undo" className={classes.link}>
          {t('entryForms.undo.wayIn')}
        </AppLink>
      )}
    </form>
  );
}

/** The code that came. */
export function CodeStep({ reset, code }: ResetStepProps) {
  const channel = useSelector(reset, selectResetChannel);
  const account = useSelector(reset, selectResetAccount);
  const delivery = useSelector(reset, selectResetTerms)?.delivery[channel];
  const failure = useSelector(reset, selectResetFailure);
  const form = usePlainForm({
    id: 'resetCodeForm',
    failure,
    wireNames: { code: 'captcha' },
    onEdited: () => reset.send({ type: 'reset.edited' }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = codeIn(valueOf(event.currentTarget, 'code'));
    const issue = checkCode(typed);
    if (form.submit(event.currentTarget, issue ? { code: issue } : {})) reset.send({ type: 'reset.codeGiven', code: new Secret(typed) });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.stepHint}>
        {t(delivery === 'outbox' ? 'entryForms.reset.keptFor' : 'entryForms.reset.sentTo', { address: maskedAddress(channel, account) })}
      </p>
      <FailureBox failure={form.isSaidAt(['code']) ? null : failure} />
      <CodeField
        {...form.field('code')}
        code={code}
        delivery={delivery}
        {...AUTOFOCUS}
        onWanted={() => code.send({ type: 'code.requested', target: account, password: null })}
      />
      <div className={classes.row}>
        <button type="button" className={buttons.secondary} onClick={() => reset.send({ type: 'reset.wentBack' })}>
          {t('entryForms.reset.back')}
        </button>
        <button type="submit" className={buttons.primary}>
          {t('entryForms.reset.next')}
        </button>
      </div>
    </form>
  );
}

/** The new password. */
export function PasswordStep({ reset }: Pick<ResetStepProps, 'reset'>) {
  const failure = useSelector(reset, selectResetFailure);
  const isBusy = useSelector(reset, selectIsBusy);
  const form = usePlainForm({ id: 'resetPasswordForm', failure, later: afterPress, onEdited: () => reset.send({ type: 'reset.edited' }) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = valueOf(event.currentTarget, 'password');
    const issue = checkNewPassword(password, '');
    if (isBusy || !form.submit(event.currentTarget, issue ? { password: issue } : {})) return;
    reset.send({ type: 'reset.submitted', password: new Secret(password) });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <p className={classes.stepHint}>{t('entryForms.reset.passwordLead')}</p>
      <FailureBox failure={form.isSaidAt(['password']) ? null : failure} />
      <PlainPassword
        {...form.field('password', (value) => checkNewPassword(value, ''))}
        label={t('entryForms.reset.newPassword')}
        placeholder={t('entryForms.register.newPasswordPlaceholder')}
        autoComplete="new-password"
        isShown={form.isPasswordShown}
        toggleLabel={t(form.isPasswordShown ? 'entry.hidePassword' : 'entry.showPassword')}
        onToggle={form.togglePassword}
        {...AUTOFOCUS}
      />
      <div className={classes.row}>
        <button type="button" className={buttons.secondary} disabled={isBusy} onClick={() => reset.send({ type: 'reset.wentBack' })}>
          {t('entryForms.reset.back')}
        </button>
        <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
          {t(isBusy ? 'entryForms.reset.submitting' : 'entryForms.reset.submit')}
        </button>
      </div>
    </form>
  );
}
