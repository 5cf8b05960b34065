import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { isMissingCall } from '#domain/base/missing-call';
import {
  selectAskedFactorDeed,
  selectFactorFailure,
  selectFactorStatus,
  selectTwoFactorIsUnavailable,
  type TwoFactorRef,
} from '#machines/session/two-factor.machine';
import { timeText } from '../cells/time-text.ts';
import { FailureText } from '../feedback/FailureText.tsx';
import classes from './account.module.css';
import { FactorPasswordDialog } from './FactorPasswordDialog.tsx';

export interface OthersFactorProps {
  readonly factor: TwoFactorRef;
  /** `ask` is the question; the other words stand beside the factor. */
  readonly words: {
    readonly title: string;
    /** @param used when a code was used last; undefined where that is not known */
    readonly on: (time: string, used: string | undefined) => string;
    readonly off: string;
    readonly retry: string;
    readonly remove: string;
    readonly ask: { readonly title: string; readonly hint: string; readonly password: string };
  };
}

/** Whether somebody else has a second factor, and the way to remove it for whoever has lost it: with one's own password. */
export function OthersFactor({ factor, words }: OthersFactorProps) {
  const status = useSelector(factor, selectFactorStatus);
  const failure = useSelector(factor, selectFactorFailure);
  const isAsked = useSelector(factor, (snapshot) => selectAskedFactorDeed(snapshot) !== null);
  const isUnavailable = useSelector(factor, selectTwoFactorIsUnavailable);
  const canRemove = useSelector(factor, (snapshot) => snapshot.can({ type: 'factor.deedRequested', deed: 'switchOff' }));
  // Servers of the family know no such thing.
  if (isUnavailable && isMissingCall(failure)) return null;
  return (
    <div className={classes.factor} aria-busy={!status && !isUnavailable}>
      <p className={classes.state}>
        <strong>{words.title}</strong>{' '}
        {status && (status.isOn ? words.on(timeText(status.since) ?? '', timeText(status.used ?? null) ?? undefined) : words.off)}
        {isUnavailable && failure && <FailureText failure={failure} />}
      </p>
      {isUnavailable && (
        <Button variant="default" size="xs" onClick={() => factor.send({ type: 'factor.retried' })}>
          {words.retry}
        </Button>
      )}
      {status?.isOn && (
        <Button
          variant="default"
          size="xs"
          disabled={!canRemove}
          onClick={() => factor.send({ type: 'factor.deedRequested', deed: 'switchOff' })}
        >
          {words.remove}
        </Button>
      )}
      <FactorPasswordDialog factor={factor} words={isAsked ? { ...words.ask, goOn: words.remove } : null} isDanger />
    </div>
  );
}
