import '../form-styles.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { fieldRefusal, type Failure } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectEnrolmentFailure,
  selectFactorSetup,
  selectRecoveryCodes,
  type EnrolmentRef,
  type FactorSetup,
} from '#machines/session/two-factor-enrolment.machine';
import { t } from '../../base/i18n.ts';
import { failureText } from '../feedback/FailureText.tsx';
import { NamedSkeleton } from '../feedback/NamedSkeleton.tsx';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodes, type RecoveryCodesProps } from './RecoveryCodes.tsx';
import { typedIn } from '../form/typed-in.ts';
import classes from './two-factor.module.css';

export interface EnrolmentStepsProps extends Pick<RecoveryCodesProps, 'tellUnsaved'> {
  readonly enrolment: EnrolmentRef;
  /** Whether what is set up takes the place of a factor that counts meanwhile. */
  readonly replaces?: boolean;
}

/** Scan, type a code, keep the recovery codes. */
export function EnrolmentSteps({ enrolment, replaces = false, tellUnsaved }: EnrolmentStepsProps) {
  const setup = useSelector(enrolment, selectFactorSetup);
  const codes = useSelector(enrolment, selectRecoveryCodes);
  const keep = () => enrolment.send({ type: 'enrolment.codesKept' });
  if (codes) return <RecoveryCodes codes={codes} onKept={keep} tellUnsaved={tellUnsaved} />;
  if (!setup) return <NamedSkeleton heightPx={320} label={t('account.factor.loading')} />;
  return <Scan enrolment={enrolment} setup={setup} replaces={replaces} />;
}

/** What is wrong with the code stands in the field's own words, anything else in those of the failure. */
export const codeProblem = (failure: Failure | null): string | undefined =>
  failure ? fieldRefusal(failure, 'factorCode') || failureText(failure) : undefined;

interface ScanProps extends Required<Pick<EnrolmentStepsProps, 'enrolment' | 'replaces'>> {
  readonly setup: FactorSetup;
}

function Scan({ enrolment, setup, replaces }: ScanProps) {
  const failure = useSelector(enrolment, selectEnrolmentFailure);
  const isBusy = useSelector(enrolment, selectIsBusy);
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = typedIn(event.currentTarget, 'factorCode').trim();
    if (code !== '') enrolment.send({ type: 'enrolment.codeGiven', code: new Secret(code) });
  };
  const key = setup.secret.reveal().replaceAll(/.{4}(?=.)/gu, '$& ');
  return (
    <form className={classes.scan} onSubmit={confirm} noValidate aria-busy={isBusy}>
      <p>{t('account.factor.scan')}</p>
      {replaces && <p>{t('account.factor.stillValid')}</p>}
      <QrCode text={setup.uri.reveal()} label={t('account.factor.qr')} />
      <p>
        {t('account.factor.key')}
        <code className={classes.key}>{key}</code>
      </p>
      <TextInput
        name="factorCode"
        label={t('account.factor.code')}
        labelProps={{ mb: 4 }}
        description={t('account.factor.firstCode')}
        error={codeProblem(failure)}
        errorProps={{ role: 'alert' }}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it comes after the dialog has opened, and is what the step is for
        autoFocus
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => enrolment.send({ type: 'enrolment.left' })}>
          {t('common.action.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} loaderProps={{ 'aria-label': t('account.factor.checking') }}>
          {t(replaces ? 'account.factor.replaceNow' : 'account.factor.confirm')}
        </Button>
      </Group>
    </form>
  );
}
