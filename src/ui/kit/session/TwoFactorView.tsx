import '../form-styles.ts';
import { Button, Group, Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { isMissingCall } from '#domain/base/missing-call';
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
import { ReadFailed } from '../feedback/ReadFailed.tsx';
import { FailureText } from '../feedback/FailureText.tsx';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { NamedSkeleton } from '../feedback/NamedSkeleton.tsx';
import { timeText } from '../cells/time-text.ts';
import classes from './account.module.css';
import { EnrolmentSteps } from './EnrolmentSteps.tsx';
import { FactorPasswordDialog } from './FactorPasswordDialog.tsx';
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
      <ReadFailed
        level={3}
        title={t('account.factor.loadFailed')}
        failure={failure}
        onRetry={() => factor.send({ type: 'factor.retried' })}
      />
    );
  if (!status) return <NamedSkeleton heightPx={120} label={t('account.factor.loading')} />;
  return (
    <>
      <Status factor={factor} status={status} />
      {proof === 'password' ? <OwnPasswordDialog factor={factor} /> : <Question factor={factor} />}
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

/** A password leads on to what is set up; what ends at once is called by its name. */
const goOnText = (deed: FactorDeed): string => t(deed === 'switchOff' ? 'account.factor.switchOffNow' : 'account.factor.goOn');

function OwnPasswordDialog({ factor }: { readonly factor: TwoFactorRef }) {
  const deed = useSelector(factor, selectAskedDeed);
  const words = deed && {
    title: t(`account.factor.${deed}`),
    hint: t(`account.factor.${deed}Hint`),
    password: t('account.factor.password'),
    goOn: goOnText(deed),
  };
  return <FactorPasswordDialog factor={factor} words={words} isDanger={deed === 'switchOff'} />;
}

const ABOUT = { switchOn: 'switchOnReady', switchOff: 'switchOffEnds', renewCodes: 'renewCodesHint' } as const satisfies Record<
  FactorDeed,
  string
>;

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
        label: deed ? goOnText(deed) : '',
        isDanger: deed === 'switchOff',
        isBusy,
        onConfirm: () => factor.send({ type: 'factor.confirmed' }),
      }}
      onCancel={() => factor.send({ type: 'factor.cancelled' })}
    >
      {deed && t(`account.factor.${ABOUT[deed]}`)}
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
