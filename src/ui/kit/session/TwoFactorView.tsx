import '../form-styles.ts';
import { Button, Group, Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { use } from 'react';
import { isMissingCall } from '#domain/base/missing-call';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectAskedFactorDeed,
  selectFactorDeed,
  selectFactorFailure,
  selectFactorStatus,
  selectHeldDeed,
  selectNewCodes,
  selectTwoFactorIsUnavailable,
  type FactorDeed,
  type FactorStatus,
  type TwoFactorRef,
} from '#machines/session/two-factor.machine';
import { t } from '../../base/i18n.ts';
import { PageInSight } from '../page-in-sight.ts';
import { ReadFailed } from '../feedback/ReadFailed.tsx';
import { FailureText } from '../feedback/FailureText.tsx';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { NamedSkeleton } from '../feedback/NamedSkeleton.tsx';
import { timeText } from '../cells/time-text.ts';
import classes from './account.module.css';
import { EnrolmentSteps } from './EnrolmentSteps.tsx';
import { FactorPasswordDialog } from './FactorPasswordDialog.tsx';
import { FactorProofDialog } from './FactorProofDialog.tsx';
import { RecoveryCodes, type RecoveryCodesProps } from './RecoveryCodes.tsx';

export interface TwoFactorViewProps extends Pick<RecoveryCodesProps, 'tellUnsaved'> {
  readonly factor: TwoFactorRef;
  /** What lets a change through: the password in the question itself, or a proof of presence that its calls ask for. */
  readonly proof: 'password' | 'presence';
}

/** The second factor of the own account. */
export function TwoFactorView({ factor, proof, tellUnsaved }: TwoFactorViewProps) {
  const status = useSelector(factor, selectFactorStatus);
  const failure = useSelector(factor, selectFactorFailure);
  const isUnavailable = useSelector(factor, selectTwoFactorIsUnavailable);
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
      <Status factor={factor} status={status} canReplace={proof === 'password'} />
      {proof === 'password' ? <OwnPasswordDialog factor={factor} /> : <Question factor={factor} />}
      {proof === 'password' && <FactorProofDialog factor={factor} status={status} />}
      <EnrolmentDialog factor={factor} tellUnsaved={tellUnsaved} />
      <CodesDialog factor={factor} tellUnsaved={tellUnsaved} />
    </>
  );
}

interface StatusProps {
  readonly factor: TwoFactorRef;
  readonly status: FactorStatus;
  /** Whoever never has to have one switches it off and sets another up. */
  readonly canReplace: boolean;
}

function Status({ factor, status: { isOn, since, recoveryLeft, isRequired, keptBy }, canReplace }: StatusProps) {
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
              {canReplace && button('replace', 'default')}
              {button('renewCodes', 'default')}
              {!keptBy && button('switchOff', 'default')}
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
      {isOn && keptBy && <p className={classes.lead}>{t(KEPT[keptBy])}</p>}
    </>
  );
}

const KEPT = { site: 'account.factor.keptBySite', group: 'account.factor.keptByGroup' } as const;

/** A password leads on to what is set up; what ends at once is called by its name. */
const goOnText = (deed: FactorDeed): string => t(deed === 'switchOff' ? 'account.factor.switchOffNow' : 'account.factor.goOn');

function OwnPasswordDialog({ factor }: { readonly factor: TwoFactorRef }) {
  const asked = useSelector(factor, selectAskedFactorDeed);
  const held = useSelector(factor, selectHeldDeed);
  const deed = held ? null : asked;
  const words = deed && {
    title: t(`account.factor.${deed}`),
    hint: t(`account.factor.${deed}Hint`),
    password: t('account.factor.password'),
    goOn: goOnText(deed),
  };
  return <FactorPasswordDialog factor={factor} words={words} isDanger={deed === 'switchOff'} />;
}

const ABOUT = {
  switchOn: 'switchOnReady',
  switchOff: 'switchOffEnds',
  replace: 'replaceHint',
  renewCodes: 'renewCodesHint',
} as const satisfies Record<FactorDeed, string>;

/** Where the proof is asked for by somebody else, only what is going to happen. */
function Question({ factor }: { readonly factor: TwoFactorRef }) {
  const deed = useSelector(factor, selectAskedFactorDeed);
  const failure = useSelector(factor, selectFactorFailure);
  const isBusy = useSelector(factor, selectIsBusy);
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

type DialogProps = Omit<TwoFactorViewProps, 'proof'>;

function EnrolmentDialog({ factor, tellUnsaved }: DialogProps) {
  const enrolment = useSelector(factor, (snapshot) => snapshot.children.enrolment);
  const replaces = useSelector(factor, selectFactorDeed) === 'replace';
  const isInSight = use(PageInSight);
  return (
    <Modal
      opened={isInSight && enrolment !== undefined}
      keepMounted={!isInSight}
      onClose={() => enrolment?.send({ type: 'enrolment.left' })}
      title={t(replaces ? 'account.factor.replace' : 'account.factor.switchOn')}
      size={480}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      {enrolment && <EnrolmentSteps enrolment={enrolment} replaces={replaces} tellUnsaved={tellUnsaved} />}
    </Modal>
  );
}

function CodesDialog({ factor, tellUnsaved }: DialogProps) {
  const codes = useSelector(factor, selectNewCodes);
  const isInSight = use(PageInSight);
  const keep = () => factor.send({ type: 'factor.codesKept' });
  return (
    <Modal
      // What is shown this once stands when the page is looked at again.
      opened={isInSight && codes !== null}
      keepMounted={!isInSight}
      onClose={() => {}}
      title={t('account.factor.renewCodes')}
      size={480}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      {codes && <RecoveryCodes codes={codes} onKept={keep} tellUnsaved={tellUnsaved} />}
    </Modal>
  );
}
