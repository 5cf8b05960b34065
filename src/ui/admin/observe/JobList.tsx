import { useSelector } from '@xstate/react';
import type { QueuedJob, SystemStatus } from '#domain/observe/system-health';
import { selectAskedJob, selectSystemStatusIsActing, type SystemStatusRef } from '#machines/observe/system-status.machine';
import { t } from '../../base/i18n.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { JobItem, jobKindText } from './JobItem.tsx';
import classes from './system.module.css';

interface JobsProps {
  readonly system: SystemStatusRef;
}

/** What is done beside calls: what waits, what runs, and what was given up or cancelled. */
export function JobList({ system, status, canAct }: JobsProps & { readonly status: SystemStatus; readonly canAct: boolean }) {
  const { waiting, active, dead, list } = status.jobs;
  return (
    <section className={classes.part}>
      <h2 className={classes.subtitle}>{t('system.jobs')}</h2>
      <p className={classes.soft}>{t('system.jobCounts', { waiting, active, dead })}</p>
      {list.length > 0 && (
        <ul className={classes.jobs}>
          {list.map((job) => (
            <JobItem key={job.id} system={system} job={job} at={status.at} canAct={canAct} />
          ))}
        </ul>
      )}
      <CancelDialog system={system} list={list} />
    </section>
  );
}

const TEXTS = {
  waiting: 'system.cancelWaiting',
  active: 'system.cancelRunning',
  dead: 'system.cancelWaiting',
  cancelled: 'system.removeText',
} as const;

function CancelDialog({ system, list }: JobsProps & { readonly list: readonly QueuedJob[] }) {
  const asked = useSelector(system, selectAskedJob);
  const isBusy = useSelector(system, selectSystemStatusIsActing);
  const { kind = '', state = 'waiting' } = list.find(({ id }) => id === asked) ?? {};
  const isOver = state === 'dead' || state === 'cancelled';
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={t(isOver ? 'system.removeTitle' : 'system.cancelTitle', { name: jobKindText(kind) })}
      confirm={{
        label: t(isOver ? 'system.remove' : 'system.cancelJob'),
        isDanger: true,
        isBusy,
        onConfirm: () => system.send({ type: 'question.confirmed' }),
      }}
      cancelLabel={t('system.keep')}
      onCancel={() => system.send({ type: 'question.declined' })}
    >
      <p className={classes.soft}>{t(TEXTS[state])}</p>
    </ConfirmDialog>
  );
}
