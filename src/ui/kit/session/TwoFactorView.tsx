import '../form-styles.ts';
import { Button, Group, Modal, PasswordInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent } from 'react';
import { isMissingCall } from '#domain/base/missing-call';
import { Secret } from '#domain/base/secret';
import {
  selectAskedDeed,
  selectFactorFailure,
  selectFactorStatus,
  selectNewCodes,
  type FactorDeed,
  type FactorStatus,
  type TwoFactorRef,
} from '#machines/session/two-factor.machine';
import { t } from '../../base/i18n.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { FailureText, failureText } from '../feedback/FailureText.tsx';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { NamedSkeleton } from '../feedback/NamedSkeleton.tsx';
import { timeText } from '../cells/time-text.ts';
import classes from './account.module.css';
import { EnrolmentSteps } from './EnrolmentSteps.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

export interface TwoFactorViewProps {
  readonly factor: TwoFactorRef;
  /** What lets a change through: the password in the question itself, or a proof of presence that its calls ask for. */
  readonly proof: 'password' | 'presence';
}

/** The second factor of the own account. */
export function TwoFactorView({ factor, proof }: TwoFactorViewProps) {
  const status = useSelector(factor, selectFactorStatus);
  const failure = useSelector(factor, selectFactorFailure);
  const isUnavailable = useSelector(factor, (snapshot) => snapshot.matches('unavailable'));
  if (isUnavailable && isMissingCall(failure)) return null;
  if (isUnavailable)
    return (
      <EmptyState title={t('account.factor.loadFailed')} text={failure && <FailureText failure={failure} />}>
        <Button onClick={() => factor.send({ type: 'factor.retried' })}>{t('account.sessions.retry')}</Button>
      </EmptyState>
    );
  if (!status) return <NamedSkeleton heightPx={120} label={t('account.factor.loading')} />;
  return (
    <>
      <Status factor={factor} status={status} />
      {proof === 'password' ? <PasswordDialog factor={factor} /> : <Question factor={factor} />}
      <EnrolmentDialog factor={factor} />
      <CodesDialog factor={factor} />
    </>
  );
}

function Status({
  factor,
  status: { isOn, since, recoveryLeft, isRequired },
}: {
  readonly factor: TwoFactorRef;
  readonly status: FactorStatus;
}) {
  const button = (deed: FactorDeed, variant: 'default' | 'filled') => (
    <Button variant={variant} size="xs" onClick={() => factor.send({ type: 'factor.deedRequested', deed })}>
      {t(`account.factor.${deed}`)}
    </Button>
  );
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.subtitle}>
          {t('account.factor.title')}
          <span className={classes.mark} data-on={isOn || undefined}>
            {t(isOn ? 'account.factor.on' : 'account.factor.off')}
          </span>
        </h2>
        <Group gap="xs">
          {isOn ? (
            <>
              {button('renewCodes', 'default')}
              {button('switchOff', 'default')}
            </>
          ) : (
            button('switchOn', 'filled')
          )}
        </Group>
      </div>
      <p className={classes.lead}>
        {isOn
          ? t('account.factor.leadOn', { time: timeText(since) ?? '', count: recoveryLeft })
          : t(isRequired ? 'account.factor.leadRequired' : 'account.factor.leadOff')}
      </p>
    </>
  );
}

const typedIn = (form: HTMLFormElement): string => {
  const value = new FormData(form).get('password');
  return typeof value === 'string' ? value : '';
};

function PasswordDialog({ factor }: { readonly factor: TwoFactorRef }) {
  const deed = useSelector(factor, selectAskedDeed);
  const failure = useSelector(factor, selectFactorFailure);
  const isBusy = useSelector(factor, (snapshot) => snapshot.hasTag('busy'));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    factor.send({ type: 'factor.passwordGiven', password: new Secret(typedIn(event.currentTarget)) });
  };
  const problem = failure && ((failure.kind === 'rejected' && failure.fields?.['password']) || failureText(failure));
  return (
    <Modal
      opened={deed !== null}
      onClose={() => factor.send({ type: 'factor.cancelled' })}
      title={deed && t(`account.factor.${deed}`)}
      size={440}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      <form onSubmit={submit} noValidate aria-busy={isBusy}>
        {deed && <p className={classes.lead}>{t(`account.factor.${deed}Hint`)}</p>}
        <PasswordInput
          mt="sm"
          name="password"
          label={t('account.factor.password')}
          error={problem}
          errorProps={{ role: 'alert' }}
          aria-invalid={Boolean(problem)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('account.factor.showPassword') }}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={() => factor.send({ type: 'factor.cancelled' })}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" color={deed === 'switchOff' ? 'red' : 'jade'} loading={isBusy}>
            {t('account.factor.goOn')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Where the proof is asked for by somebody else, only what is going to happen. */
function Question({ factor }: { readonly factor: TwoFactorRef }) {
  const deed = useSelector(factor, selectAskedDeed);
  const failure = useSelector(factor, selectFactorFailure);
  const isBusy = useSelector(factor, (snapshot) => snapshot.hasTag('busy'));
  // Whoever has dismissed the proof knows that nothing happened.
  const problem = failure && failure.kind !== 'aborted' ? failure : null;
  return (
    <ConfirmDialog
      isOpen={deed !== null}
      title={deed ? t(`account.factor.${deed}`) : ''}
      confirm={{
        label: t('account.factor.goOn'),
        isDanger: deed === 'switchOff',
        isBusy,
        onConfirm: () => factor.send({ type: 'factor.confirmed' }),
      }}
      onCancel={() => factor.send({ type: 'factor.cancelled' })}
    >
      {deed && t(deed === 'switchOn' ? 'account.factor.switchOnReady' : `account.factor.${deed}Hint`)}
      {problem && (
        <p className={classes.lead} role="alert">
          <FailureText failure={problem} />
        </p>
      )}
    </ConfirmDialog>
  );
}

function EnrolmentDialog({ factor }: { readonly factor: TwoFactorRef }) {
  const enrolment = useSelector(factor, (snapshot) => snapshot.children.enrolment);
  return (
    <Modal
      opened={enrolment !== undefined}
      onClose={() => enrolment?.send({ type: 'enrolment.left' })}
      title={t('account.factor.switchOn')}
      size={480}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      {enrolment && <EnrolmentSteps enrolment={enrolment} />}
    </Modal>
  );
}

function CodesDialog({ factor }: { readonly factor: TwoFactorRef }) {
  const codes = useSelector(factor, selectNewCodes);
  const keep = () => factor.send({ type: 'factor.codesKept' });
  return (
    <Modal
      opened={codes !== null}
      onClose={() => {}}
      title={t('account.factor.renewCodes')}
      size={480}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      {codes && <RecoveryCodes codes={codes} onKept={keep} />}
    </Modal>
  );
}
