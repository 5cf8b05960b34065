import { Button } from '@mantine/core';
import type { QueuedJob } from '#domain/observe/system-health';
import type { SystemStatusRef } from '#machines/observe/system-status.machine';
import { hasText, t, text } from '../../base/i18n.ts';
import { TimeAgo } from '../../kit/cells/TimeAgo.tsx';
import cells from '../../kit/cells/cells.module.css';
import { timeAttribute, timeText } from '../../kit/cells/time-text.ts';
import classes from './system.module.css';

interface JobItemProps {
  readonly system: SystemStatusRef;
  readonly job: QueuedJob;
  /** When the list was read, in Unix seconds. */
  readonly at: number;
  /** Whether it may be tried again, cancelled and removed. */
  readonly canAct: boolean;
}

export const jobKindText = (kind: string): string => (hasText(`system.job.${kind}`) ? text(`system.job.${kind}`) : kind);

const COLOURS = { waiting: 'gray', active: 'blue', dead: 'red', cancelled: 'orange' } as const;

/** One job: what it is, how far it has come, why it failed, and what can be done about it. */
export function JobItem({ system, job, at, canAct }: JobItemProps) {
  const { id, kind, state, error, progress } = job;
  const isOver = state === 'dead' || state === 'cancelled';
  return (
    <li>
      <span className={cells.status} data-color={COLOURS[state]}>
        {t(`system.jobState.${state}`)}
      </span>
      <div className={classes.job}>
        <strong>{jobKindText(kind)}</strong>
        <Times job={job} at={at} />
        {progress && <Progress name={jobKindText(kind)} {...progress} />}
        {error !== '' && <span className={classes.error}>{error}</span>}
      </div>
      {canAct && (
        <div className={classes.acts}>
          {state === 'dead' && (
            <Button variant="default" size="compact-sm" onClick={() => system.send({ type: 'job.retryRequested', id })}>
              {t('system.retry')}
            </Button>
          )}
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => system.send({ type: 'job.cancelRequested', id })}>
            {t(isOver ? 'system.remove' : 'system.cancel')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Since when, at which attempt, and when the next one is. */
function Times({ job, at }: Pick<JobItemProps, 'job' | 'at'>) {
  const { state, failures, attempts, sentAt, startsAt } = job;
  const isRunning = state === 'active';
  const isTried = failures > 0 && state !== 'cancelled';
  const attempt = Math.min(failures + (state === 'waiting' || isRunning ? 1 : 0), attempts);
  return (
    <span className={classes.soft}>
      {t('system.sent')} <TimeAgo at={sentAt} />
      {isTried && ` · ${t('system.attempt', { attempt, attempts })}`}
      {isRunning && (
        <>
          {` · ${t('system.runsSince')} `}
          <TimeAgo at={startsAt} />
        </>
      )}
      {state === 'waiting' && startsAt > at && (
        <>
          {` · ${t(isTried ? 'system.nextAt' : 'system.dueAt')} `}
          <time dateTime={timeAttribute(startsAt)}>{timeText(startsAt)}</time>
        </>
      )}
      {state === 'cancelled' && (
        <>
          {` · ${t('system.cancelledAt')} `}
          <TimeAgo at={startsAt} />
        </>
      )}
    </span>
  );
}

function Progress({ name, done, total }: { readonly name: string; readonly done: number; readonly total: number }) {
  return (
    <span className={classes.progress}>
      <progress value={done} max={total} aria-label={t('system.progressOf', { name })} />
      {t('system.progress', { done, total })}
    </span>
  );
}
