import { Badge, Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { QueuedJob, SystemStatus } from '#domain/observe/system-health';
import { selectAskedJob, type SystemStatusRef } from '#machines/observe/system-status.machine';
import { hasText, t, text } from '../../base/i18n.ts';
import { TimeAgo } from '../../kit/cells/TimeAgo.tsx';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import classes from './system.module.css';

interface JobsProps {
  readonly system: SystemStatusRef;
}

const kindText = (kind: string): string => (hasText(`system.job.${kind}`) ? text(`system.job.${kind}`) : kind);

const COLOURS = { waiting: 'gray', active: 'blue', dead: 'red' } as const;

/** What is done beside calls: what waits, what runs, and what was given up. */
export function JobList({ system, jobs, canAct }: JobsProps & Pick<SystemStatus, 'jobs'> & { readonly canAct: boolean }) {
  const { waiting, active, dead, list } = jobs;
  return (
    <section className={classes.part}>
      <h2 className={classes.subtitle}>{t('system.jobs')}</h2>
      <p className={classes.soft}>{t('system.jobCounts', { waiting, active, dead })}</p>
      {list.length > 0 && (
        <ul className={classes.jobs}>
          {list.map((job) => (
            <Job key={job.id} system={system} job={job} canAct={canAct} />
          ))}
        </ul>
      )}
      <CancelDialog system={system} list={list} />
    </section>
  );
}

function Job({ system, job, canAct }: JobsProps & { readonly job: QueuedJob; readonly canAct: boolean }) {
  const { id, kind, state, failures, sentAt, startsAt, error } = job;
  return (
    <li>
      <Badge variant="light" color={COLOURS[state]}>
        {t(`system.jobState.${state}`)}
      </Badge>
      <div className={classes.job}>
        <strong>{kindText(kind)}</strong>
        <span className={classes.soft}>
          {t('system.sent')} <TimeAgo at={sentAt} />
          {failures > 0 && ` · ${t('system.failures', { count: failures })}`}
          {state === 'active' && (
            <>
              {` · ${t('system.runsSince')} `}
              <TimeAgo at={startsAt} />
            </>
          )}
        </span>
        {error !== '' && <span className={classes.error}>{error}</span>}
      </div>
      {canAct && state !== 'active' && (
        <div className={classes.acts}>
          {state === 'dead' && (
            <Button variant="default" size="compact-sm" onClick={() => system.send({ type: 'job.retryRequested', id })}>
              {t('system.retry')}
            </Button>
          )}
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => system.send({ type: 'job.cancelRequested', id })}>
            {t('system.cancel')}
          </Button>
        </div>
      )}
    </li>
  );
}

function CancelDialog({ system, list }: JobsProps & { readonly list: readonly QueuedJob[] }) {
  const asked = useSelector(system, selectAskedJob);
  const isBusy = useSelector(system, (snapshot) => snapshot.matches('acting'));
  const kind = list.find(({ id }) => id === asked)?.kind ?? '';
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={t('system.cancelTitle', { name: kindText(kind) })}
      confirm={{
        label: t('system.cancel'),
        isDanger: true,
        isBusy,
        onConfirm: () => system.send({ type: 'question.confirmed' }),
      }}
      cancelLabel={t('system.keep')}
      onCancel={() => system.send({ type: 'question.declined' })}
    >
      <p className={classes.soft}>{t('system.cancelText')}</p>
    </ConfirmDialog>
  );
}
