import { Alert, Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { actionsOn, nodePath } from '#domain/rights/permission';
import type { SystemStatus } from '#domain/observe/system-health';
import {
  selectStatus,
  selectStatusFailure,
  selectSystemStatusIsRefreshing,
  selectSystemStatusIsUnavailable,
  type SystemStatusRef,
} from '#machines/observe/system-status.machine';
import type { SectionRestoreRef } from '#machines/changes/section-restore.machine';
import { permissionFacts, selectStart } from '#machines/shell/admin-shell.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useShell } from '../../base/shell-context.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { TimeAgo } from '../../kit/cells/TimeAgo.tsx';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import { ReadFailed } from '../../kit/feedback/ReadFailed.tsx';
import { BackupList } from './BackupList.tsx';
import { JobList } from './JobList.tsx';
import { SystemFacts } from './SystemFacts.tsx';
import { SlowStatements, TableSizes } from './SystemTables.tsx';
import classes from './system.module.css';

const PATH = nodePath('admin', 'routine/system');

/** How the installation is, and what waits to be done by itself. */
export function SystemPage() {
  const { systemStatus, sectionRestore } = useBundle('system');
  const actor = useLeafActor(systemStatus, { id: 'systemStatus' });
  const restore = useLeafActor(sectionRestore, { id: 'sectionRestore' });
  const isSuper = useSelector(useShell(), (shell) => selectStart(shell)?.admin.super === true);
  const canAct = useSelector(useShell(), (shell) => actionsOn(permissionFacts(shell).nodes, PATH).includes('jobs'));
  return <SystemView system={actor} canAct={canAct} restore={isSuper ? restore : null} />;
}

interface ViewProps {
  readonly system: SystemStatusRef;
  /** Whether jobs may be tried again and taken away. */
  readonly canAct: boolean;
  /** What brings a section back from a backup; null for whoever may not. */
  readonly restore: SectionRestoreRef | null;
}

export function SystemView({ system, canAct, restore }: ViewProps) {
  const status = useSelector(system, selectStatus);
  const failure = useSelector(system, selectStatusFailure);
  const isUnavailable = useSelector(system, selectSystemStatusIsUnavailable);
  if (isUnavailable)
    return (
      <ReadFailed
        title={t('system.loadFailed')}
        failure={failure}
        elsewhere={{ title: t('system.elsewhere'), text: t('system.elsewhereText') }}
        onRetry={() => system.send({ type: 'status.refreshRequested' })}
      />
    );
  if (!status) return <Skeleton height={320} radius="lg" aria-label={t('system.loading')} aria-busy />;
  return (
    <div className={classes.page}>
      <Head system={system} status={status} />
      {failure && <FailureLine text={t('system.notDone')} failure={failure} />}
      <Health status={status} />
      <SystemFacts status={status} />
      <BackupList system={system} status={status} restore={restore} canAct={canAct} />
      <JobList system={system} status={status} canAct={canAct} />
      <div className={classes.pair}>
        <TableSizes tables={status.database.tables} />
        <SlowStatements statements={status.slowStatements} />
      </div>
    </div>
  );
}

interface PartProps {
  readonly status: SystemStatus;
}

function Head({ system, status }: PartProps & { readonly system: SystemStatusRef }) {
  const isBusy = useSelector(system, selectSystemStatusIsRefreshing);
  return (
    <header className={classes.header}>
      <div>
        <h1 className={classes.title}>{t('system.title')}</h1>
        <p className={classes.soft}>
          {t('system.readAt')} <TimeAgo at={status.at} />
        </p>
      </div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        aria-busy={isBusy}
        onClick={() => system.send({ type: 'status.refreshRequested' })}
      >
        {t('system.refresh')}
      </Button>
    </header>
  );
}

/** What is wrong, with what to do about it, the worst first. */
function Health({ status: { findings, backup } }: PartProps) {
  if (findings.length === 0)
    return (
      <Alert
        role="note"
        classNames={{ title: classes.findingTitle }}
        color="jade"
        variant="light"
        icon={<IconCircleCheck size={18} aria-hidden />}
        title={t('system.well')}
      >
        {t(backup?.last ? 'system.wellText' : 'system.wellTextYoung')}
      </Alert>
    );
  return (
    <section aria-label={t('system.health')} className={classes.findings}>
      {findings.map(({ what, level }) => (
        <Alert
          key={what}
          role="note"
          classNames={{ title: classes.findingTitle }}
          color={level === 'bad' ? 'red' : 'orange'}
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={t(`system.finding.${what}.title`)}
        >
          {t(`system.finding.${what}.advice`)}
        </Alert>
      ))}
    </section>
  );
}
