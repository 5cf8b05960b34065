import { useSelector } from '@xstate/react';
import type { Delivery } from '#domain/members/channel';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectCodeFailure,
  selectIsCodeCaptchaAsked,
  selectIsCoolingDown,
  selectSecondsToNextCode,
  type VerificationCodeRef,
} from '#machines/session/verification-code.machine';
import { t, type MessageKey } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { failureText } from '../../kit/feedback/FailureText.tsx';
import { PlainField, type PlainFieldProps } from '../../kit/form/PlainField.tsx';
import classes from './entry.module.css';

const CodeCaptcha = lazyView(async () => (await import('./CodeCaptcha.tsx')).CodeCaptcha);

interface SendButtonProps {
  readonly code: VerificationCodeRef;
  readonly className: string | undefined;
  /** Left out where the button sends the form that it stands in. */
  readonly onWanted?: () => void;
}

/**
 * Has a code sent, and counts down until it can send another; asks for the captcha in between. It keeps the keyboard while it counts: whoever
 * comes back from the captcha is where they were.
 */
export function SendButton({ code, className, onWanted }: SendButtonProps) {
  const isBusy = useSelector(code, selectIsBusy);
  const isAsking = useSelector(code, selectIsCodeCaptchaAsked);
  const isCoolingDown = useSelector(code, selectIsCoolingDown);
  return (
    <>
      <button
        type={onWanted ? 'button' : 'submit'}
        className={className}
        aria-disabled={isBusy || isCoolingDown}
        {...(onWanted && !isCoolingDown && { onClick: onWanted })}
      >
        {isCoolingDown ? <SecondsLeft code={code} /> : t('entryForms.code.send')}
      </button>
      <LazyDialog isOpen={isAsking}>
        <CodeCaptcha code={code} />
      </LazyDialog>
    </>
  );
}

function SecondsLeft({ code }: { readonly code: VerificationCodeRef }) {
  const seconds = useSelector(code, selectSecondsToNextCode);
  return <span className={classes.seconds}>{t('entryForms.code.again', { seconds })}</span>;
}

export interface CodeFieldProps extends Omit<PlainFieldProps, 'label' | 'children' | 'hint'> {
  readonly code: VerificationCodeRef;
  /** Whether the site sends codes by itself; left out where that is not known. */
  readonly delivery?: Delivery | undefined;
  /** Somebody wants a code: asks for one where the address is right. */
  readonly onWanted: () => void;
}

function newCodeWords(delivery: Delivery | undefined): MessageKey {
  if (delivery === undefined) return 'entryForms.code.made';
  return delivery === 'outbox' ? 'entryForms.code.kept' : 'entryForms.code.sent';
}

/** A code and the button that has one sent; plain, as the forms around it. Source: readings 1.11. */
export function CodeField({ code, delivery, error, onWanted, ...field }: CodeFieldProps) {
  const failure = useSelector(code, selectCodeFailure);
  const isAsking = useSelector(code, selectIsCodeCaptchaAsked);
  const isCoolingDown = useSelector(code, selectIsCoolingDown);
  const problem = error ?? (failure && !isAsking ? failureText(failure) : undefined);
  return (
    <div className={classes.codeField}>
      <PlainField
        {...field}
        label={t('entryForms.code.label')}
        placeholder={t('entryForms.code.placeholder')}
        error={problem}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={16}
      >
        <SendButton code={code} className={classes.send} onWanted={onWanted} />
      </PlainField>
      {/* The seconds are not read out, only that a code was sent. */}
      <output className={classes.sent}>{isCoolingDown && t(newCodeWords(delivery))}</output>
    </div>
  );
}
