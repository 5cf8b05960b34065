import '../../kit/form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useRef, type FormEvent } from 'react';
import { maskedAddress, type Channel } from '#domain/members/channel';
import { checkAddress, checkCode } from '#domain/members/entry-rules';
import { codeIn } from '#domain/members/credentials';
import type { Issue, Issues } from '#domain/base/issue';
import { Secret } from '#domain/base/secret';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectBindChangeIsBroken,
  selectBindFailure,
  selectBindStep,
  selectNewCode,
  selectOldCode,
  type BindChangeRef,
} from '#machines/members/bind-change.machine';
import type { VerificationCodeRef } from '#machines/session/verification-code.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useSite } from '../../base/use-site.ts';
import { leaving } from '../../kit/dialogs/leaving.ts';
import { PlainField } from '../../kit/form/PlainField.tsx';
import { PlainPassword } from '../../kit/form/PlainPassword.tsx';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import { AUTOFOCUS } from '../base/first-field.ts';
import { usePlainForm, valueOf } from '../base/plain-form.ts';
import { useMemberShell } from '../base/shell.ts';
import { afterPress } from '../../kit/after-press.ts';
import { CodeField } from '../entry/CodeField.tsx';
import classes from './pages.module.css';

export interface BindDialogProps {
  readonly isOpen: boolean;
  readonly channel: Channel;
  /** '' where the account has none yet. */
  readonly oldAddress: string;
  readonly onClose: () => void;
}

/** Another address for the account. Source: wire protocol §2.10 "verification", "changeBind". */
export function BindDialog({ isOpen, channel, oldAddress, onClose }: BindDialogProps) {
  const { bindChange: logic } = useBundle('memberPages');
  const bind = useLeafActor(logic, { id: `bindChange:${channel}`, input: { owner: useMemberShell(), channel, oldAddress } });
  const isBusy = useSelector(bind, selectIsBusy);
  return (
    <AdminProvider>
      <Modal
        opened={isOpen}
        title={t(oldAddress ? `memberPages.bind.${channel}Title` : `memberPages.bind.${channel}New`)}
        size={440}
        padding="lg"
        {...leaving({ isHeld: isBusy, isTyped: true, closeLabel: t('common.action.close'), onClose })}
      >
        <Steps bind={bind} channel={channel} oldAddress={oldAddress} onClose={onClose} />
      </Modal>
    </AdminProvider>
  );
}

function Steps({ bind, channel, oldAddress, onClose }: Omit<BindDialogProps, 'isOpen'> & { readonly bind: BindChangeRef }) {
  const step = useSelector(bind, selectBindStep);
  const isBroken = useSelector(bind, selectBindChangeIsBroken);
  const failure = useSelector(bind, selectBindFailure);
  const [oldCode, newCode] = [useSelector(bind, selectOldCode), useSelector(bind, selectNewCode)];
  if (step === 'done')
    return (
      <output className={classes.form}>
        <strong>{t('memberPages.bind.doneTitle')}</strong>
        <span>{t('memberPages.bind.doneBody')}</span>
        <button type="button" className={buttons.primary} onClick={onClose} {...AUTOFOCUS}>
          {t('memberPages.bind.close')}
        </button>
      </output>
    );
  if (step === 'expired')
    return (
      <div className={classes.form} role="alert">
        {(isBroken || failure === null) && <span>{t(isBroken ? 'memberPages.bind.broken' : 'memberPages.bind.expired')}</span>}
        <FailureBox failure={failure} />
        <button type="button" className={buttons.primary} onClick={() => bind.send({ type: 'bind.restarted', oldAddress })} {...AUTOFOCUS}>
          {t('memberPages.bind.restart')}
        </button>
      </div>
    );
  if (step === 'old') return oldCode ? <OldStep bind={bind} code={oldCode} channel={channel} oldAddress={oldAddress} /> : null;
  return newCode ? <NewStep bind={bind} code={newCode} channel={channel} hasOld={oldAddress !== ''} /> : null;
}

interface StepProps {
  readonly bind: BindChangeRef;
  readonly code: VerificationCodeRef;
  readonly channel: Channel;
}

const issuesOf = (found: Readonly<Record<string, Issue | null | false>>): Issues =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, Issue] => Boolean(entry[1])));
const REQUIRED: Issue = { key: 'validation.required' };

/** Whether the old address still reaches the member; the code is sent for the password. */
function OldStep({ bind, code, channel, oldAddress }: StepProps & { readonly oldAddress: string }) {
  const element = useRef<HTMLFormElement>(null);
  const failure = useSelector(bind, selectBindFailure);
  const isBusy = useSelector(bind, selectIsBusy);
  const form = usePlainForm({
    id: 'bindOldForm',
    failure,
    wireNames: { code: 'captcha' },
    onEdited: () => bind.send({ type: 'bind.edited' }),
  });
  const wantCode = () => {
    if (!element.current) return;
    const password = valueOf(element.current, 'password');
    if (form.submit(element.current, issuesOf({ password: password === '' && REQUIRED })))
      code.send({ type: 'code.requested', target: oldAddress, password: new Secret(password) });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = codeIn(valueOf(event.currentTarget, 'code'));
    if (!isBusy && form.submit(event.currentTarget, issuesOf({ code: checkCode(typed) })))
      bind.send({ type: 'bind.oldCodeGiven', code: new Secret(typed) });
  };
  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <p className={classes.lead}>
        {t('memberPages.bind.step', { step: 1 })} · {t('memberPages.bind.oldLead', { address: maskedAddress(channel, oldAddress) })}
      </p>
      <FailureBox failure={form.isSaidAt(['code']) ? null : failure} />
      <Password form={form} isFirst />
      <CodeField {...form.field('code')} code={code} onWanted={wantCode} />
      <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
        {t(isBusy ? 'memberPages.bind.checking' : 'memberPages.bind.next')}
      </button>
    </form>
  );
}

/** The new address, and a code to it. */
function NewStep({ bind, code, channel, hasOld }: StepProps & { readonly hasOld: boolean }) {
  const element = useRef<HTMLFormElement>(null);
  const { isOwnServer = false } = useSite();
  const failure = useSelector(bind, selectBindFailure);
  const isBusy = useSelector(bind, selectIsBusy);
  const form = usePlainForm({
    id: 'bindNewForm',
    later: afterPress,
    failure,
    wireNames: { code: 'captcha', address: channel },
    onEdited: () => bind.send({ type: 'bind.edited' }),
  });
  const wantCode = () => {
    if (!element.current) return;
    const target = valueOf(element.current, 'address').trim();
    if (form.submit(element.current, issuesOf({ address: checkAddress(channel, target) })))
      code.send({ type: 'code.requested', target, password: null });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    const [address, typed, password] = [
      valueOf(currentTarget, 'address'),
      codeIn(valueOf(currentTarget, 'code')),
      valueOf(currentTarget, 'password'),
    ];
    // Whoever comes in by a sign-in service may have no password; the server asks for it where there is one.
    const found = { address: checkAddress(channel, address), code: checkCode(typed) };
    if (isBusy || !form.submit(currentTarget, issuesOf(found))) return;
    bind.send({ type: 'bind.submitted', address, code: new Secret(typed), password: hasOld ? null : new Secret(password) });
  };
  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      {hasOld && <p className={classes.lead}>{t('memberPages.bind.step', { step: 2 })}</p>}
      <FailureBox failure={form.isSaidAt(['address', 'code', 'password']) ? null : failure} />
      <PlainField
        {...form.field('address', (value) => checkAddress(channel, value))}
        label={t(channel === 'email' ? 'memberPages.bind.newEmail' : 'memberPages.bind.newMobile')}
        type={channel === 'email' ? 'email' : 'tel'}
        autoComplete={channel === 'email' ? 'email' : 'tel-national'}
        maxLength={254}
        {...AUTOFOCUS}
      />
      <CodeField {...form.field('code')} code={code} onWanted={wantCode} />
      {!hasOld && <Password form={form} />}
      {hasOld && isOwnServer && <p className={classes.lead}>{t('memberPages.bind.told')}</p>}
      <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
        {t(isBusy ? 'memberPages.bind.submitting' : 'memberPages.bind.submit')}
      </button>
    </form>
  );
}

function Password({ form, isFirst = false }: { readonly form: ReturnType<typeof usePlainForm>; readonly isFirst?: boolean }) {
  return (
    <PlainPassword
      {...form.field('password')}
      label={t('memberPages.bind.password')}
      autoComplete="current-password"
      placeholder={t('memberPages.bind.passwordHint')}
      isShown={form.isPasswordShown}
      toggleLabel={t(form.isPasswordShown ? 'memberPages.password.hide' : 'memberPages.password.show')}
      onToggle={form.togglePassword}
      {...(isFirst && AUTOFOCUS)}
    />
  );
}
