import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { isMissingCall } from '#domain/base/missing-call';
import { selectAskedDeed, selectFactorFailure, selectFactorStatus } from '#machines/session/two-factor.machine';
import { text } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { timeText } from '#ui/kit/cells/time-text.ts';
import { FailureText } from '#ui/kit/feedback/FailureText.tsx';
import { FactorPasswordDialog } from '#ui/kit/session/FactorPasswordDialog.tsx';
import classes from './members.module.css';

const say = (word: string, params?: Readonly<Record<string, string>>): string => text(`resources.member.factor.${word}`, params);

export interface MemberFactorProps {
  readonly id: number;
  /** What the member is called in the question. */
  readonly name: string;
}

/** Whether a member has a second factor, and the way to remove it for whoever has lost it. */
export function MemberFactor({ id, name }: MemberFactorProps) {
  const { factorOfMember } = useBundle('account');
  const factor = useLeafActor(factorOfMember(id), { id: `factorOfMember:${id}` });
  const status = useSelector(factor, selectFactorStatus);
  const failure = useSelector(factor, selectFactorFailure);
  const isAsked = useSelector(factor, (snapshot) => selectAskedDeed(snapshot) !== null);
  const isUnavailable = useSelector(factor, (snapshot) => snapshot.matches('unavailable'));
  const canRemove = useSelector(factor, (snapshot) => snapshot.can({ type: 'factor.deedRequested', deed: 'switchOff' }));
  // Servers of the family know no such thing.
  if (isUnavailable && isMissingCall(failure)) return null;
  const words = { title: say('removeTitle', { name }), hint: say('removeHint'), password: say('password'), goOn: say('remove') };
  return (
    <div className={classes.factor} aria-busy={!status && !isUnavailable}>
      <p className={classes.state}>
        <strong>{say('title')}</strong> {status && (status.isOn ? say('on', { time: timeText(status.since) ?? '' }) : say('off'))}
        {isUnavailable && failure && <FailureText failure={failure} />}
      </p>
      {isUnavailable && (
        <Button variant="default" size="xs" onClick={() => factor.send({ type: 'factor.retried' })}>
          {say('retry')}
        </Button>
      )}
      {status?.isOn && (
        <Button
          variant="default"
          size="xs"
          disabled={!canRemove}
          onClick={() => factor.send({ type: 'factor.deedRequested', deed: 'switchOff' })}
        >
          {say('remove')}
        </Button>
      )}
      <FactorPasswordDialog factor={factor} words={isAsked ? words : null} isDanger />
    </div>
  );
}
