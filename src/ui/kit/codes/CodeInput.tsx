import { Button, Input } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { Secret } from '#domain/base/secret';
import {
  selectCodeFailure,
  selectCodePurpose,
  selectCodeTarget,
  selectIsCaptchaAsked,
  selectIsCoolingDown,
  selectIsSendingCode,
  selectSecondsLeft,
  type VerificationCodeRef,
} from '#machines/session/verification-code.machine';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import classes from './CodeInput.module.css';
import { failureText } from '../feedback/FailureText.tsx';
import { LazyDialog } from '../dialogs/LazyDialog.tsx';

const CaptchaDialog = lazyView(async () => (await import('./CaptchaDialog.tsx')).CaptchaDialog);

export interface CodeInputProps {
  readonly code: VerificationCodeRef;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Where the code goes to; empty while it is not known or not right. */
  readonly target: string;
  /** The account's password, where the address is the account's own. */
  readonly password?: Secret;
  /** What the form has to say about the code. */
  readonly error?: string | undefined;
}

/** A code and the button that has one sent, which counts down until it can send another. Source: readings 1.11. */
export function CodeInput({ code, value, onChange, target, password, error }: CodeInputProps) {
  const id = useId();
  const failure = useSelector(code, selectCodeFailure);
  const isBusy = useSelector(code, selectIsSendingCode);
  const isAsking = useSelector(code, selectIsCaptchaAsked);
  const isCoolingDown = useSelector(code, selectIsCoolingDown);
  const door = { purpose: useSelector(code, selectCodePurpose), subject: useSelector(code, selectCodeTarget) };
  const request = { type: 'code.requested', target, password: password ?? null } as const;
  const canRequest = useSelector(code, (snapshot) => snapshot.can(request));
  const problem = error ?? (failure && !isAsking ? failureText(failure) : undefined);

  return (
    <div>
      <Input.Wrapper id={id} label={t('verification.code')} error={problem} errorProps={{ role: 'alert' }}>
        <div className={classes.row}>
          <Input
            className={classes.input}
            id={id}
            placeholder={t('verification.codePlaceholder')}
            value={value}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            error={problem !== undefined}
            onChange={(event) => {
              onChange(event.currentTarget.value);
              if (failure) code.send({ type: 'code.edited' });
            }}
          />
          <Button className={classes.button} variant="default" disabled={!canRequest} loading={isBusy} onClick={() => code.send(request)}>
            {isCoolingDown ? <SecondsLeft code={code} /> : t('verification.send')}
          </Button>
        </div>
      </Input.Wrapper>
      {/* The seconds are not read out, only that a code was sent. */}
      <output className={classes.sent}>{isCoolingDown && t('verification.sent')}</output>
      <LazyDialog isOpen={isAsking}>
        <CaptchaDialog isOpen={isAsking} owner={code} door={door} note={failure ? failureText(failure) : undefined} />
      </LazyDialog>
    </div>
  );
}

function SecondsLeft({ code }: { readonly code: VerificationCodeRef }) {
  const seconds = useSelector(code, selectSecondsLeft);
  return <span className={classes.seconds}>{t('verification.again', { seconds })}</span>;
}
