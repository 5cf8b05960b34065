import { Alert, Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { actionsOn, nodePath } from '#domain/rights/permission';
import type { SystemFinding, SystemStatus } from '#domain/observe/system-health';
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
import { MakeBackup } from './MakeBackup.tsx';
import { JobList } from './JobList.tsx';
import { SystemFacts } from './SystemFacts.tsx';
import { SlowStatements, TableSizes } from './SystemTables.tsx';
import classes from './system.module.css';

/** Findings that say already why there is no backup. */
const ABOUT_NO_BACKUP: readonly SystemFinding[] = ['backupNone', 'backupsAway'];

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
      <Health system={system} status={status} canAct={canAct} />
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

interface HealthProps extends PartProps {
  readonly system: SystemStatusRef;
  readonly canAct: boolean;
}

/** What is wrong, with what to do about it, the worst first. */
function Health({ system, status: { findings, backup }, canAct }: HealthProps) {
  const isSaid = findings.some(({ what }) => ABOUT_NO_BACKUP.includes(what));
  // Nobody is well who would lose everything today, even where the first backup comes by itself.
  const isYoung = backup !== null && backup.last === null && !isSaid;
  const canMake = canAct && backup !== null;
  if (findings.length === 0 && !isYoung)
    return (
      <Alert
        role="note"
        classNames={{ title: classes.findingTitle }}
        color="jade"
        variant="light"
        icon={<IconCircleCheck size={18} aria-hidden />}
        title={t('system.well')}
      >
        {t(backup ? 'system.wellText' : 'system.wellTextElsewhere')}
      </Alert>
    );
  return (
    <section aria-label={t('system.health')} className={classes.findings}>
      {findings.map(({ what, level }) => (
        <Finding key={what} isBad={level === 'bad'} title={t(`system.finding.${what}.title`)}>
          <p className={classes.advice}>{t(`system.finding.${what}.advice`)}</p>
          {what === 'backupNone' && canMake && <MakeBackup system={system} />}
        </Finding>
      ))}
      {isYoung && (
        <Finding isBad={false} title={t('system.finding.backupNone.title')}>
          <p className={classes.advice}>{t('system.firstBackup', { count: backup.everyHours ?? 24 })}</p>
          {canMake && <MakeBackup system={system} />}
        </Finding>
      )}
    </section>
  );
}

interface FindingProps {
  readonly isBad: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

function Finding({ isBad, title, children }: FindingProps) {
  return (
    <Alert
      role="note"
      classNames={{ title: classes.findingTitle }}
      color={isBad ? 'red' : 'orange'}
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={title}
    >
      {children}
    </Alert>
  );
}
