import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { fileSizeInWords } from '#domain/base/file-size';
import type { SystemStatus } from '#domain/observe/system-health';
import { selectRestoreBackup, type SectionRestoreRef } from '#machines/changes/section-restore.machine';
import type { SystemStatusRef } from '#machines/observe/system-status.machine';
import { t } from '../../base/i18n.ts';
import { timeAttribute, timeText } from '../../kit/cells/time-text.ts';
import { SectionRestoreWindow } from '../changes/SectionRestore.tsx';
import { MakeBackup } from './MakeBackup.tsx';
import classes from './system.module.css';

interface BackupsProps {
  readonly system: SystemStatusRef;
  readonly status: SystemStatus;
  /** Null for whoever may not restore. */
  readonly restore: SectionRestoreRef | null;
  /** Whether one may be made. */
  readonly canAct: boolean;
}

/** Backups that the server can read, the way to bring one section back from each, and to make another now; before the first the page says so above. */
export function BackupList({ system, status, restore, canAct }: BackupsProps) {
  const list = status.backup?.list ?? [];
  if (!status.backup?.last && list.length === 0) return null;
  return (
    <section className={classes.part} aria-label={t('system.backups')}>
      <div className={classes.header}>
        <h2 className={classes.subtitle}>{t('system.backups')}</h2>
        {canAct && <MakeBackup system={system} />}
      </div>
      <ul className={classes.backups}>
        {list.map(({ name, at, sizeBytes }) => (
          <li key={name}>
            <div className={classes.job}>
              <time dateTime={timeAttribute(at)}>{timeText(at)}</time>
              <span className={classes.soft}>
                {name} · {fileSizeInWords(sizeBytes) ?? '–'}
              </span>
            </div>
            {restore && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('system.restore.openLabel', { when: timeText(at) ?? name })}
                onClick={() => restore.send({ type: 'restore.opened', backup: name })}
              >
                {t('system.restore.open')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {restore && <Window list={list} restore={restore} />}
    </section>
  );
}

type Listed = NonNullable<NonNullable<SystemStatus['backup']>['list']>;

function Window({ list, restore }: { readonly list: Listed; readonly restore: SectionRestoreRef }) {
  const backup = useSelector(restore, selectRestoreBackup);
  const found = list.find(({ name }) => name === backup);
  return <SectionRestoreWindow restore={restore} when={(found && timeText(found.at)) ?? backup} />;
}
