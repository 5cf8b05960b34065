import type { ReactNode } from 'react';
import { fileSizeInWords } from '#domain/base/file-size';
import { groupedCount } from '#domain/base/grouped-digits';
import { spanText } from '#domain/life/life-report';
import type { SystemStatus } from '#domain/observe/system-health';
import { pageLanguage, t } from '../../base/i18n.ts';
import { TimeAgo } from '../../kit/cells/TimeAgo.tsx';
import classes from './system.module.css';

interface FactsProps {
  readonly status: SystemStatus;
}

type Fact = readonly [name: string, value: ReactNode];

const size = (bytes: number): string => fileSizeInWords(bytes) ?? '–';
const percent = (share: number): string =>
  new Intl.NumberFormat(pageLanguage(), { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** Program, database, files and backup, a card each. */
export function SystemFacts({ status: { program, database, files, backup } }: FactsProps) {
  const { upSeconds, residentBytes, heapBytes } = program;
  const last = backup?.last;
  const everyHours = backup?.everyHours ?? null;
  return (
    <div className={classes.cards}>
      <Card
        title={t('system.program')}
        facts={[
          [t('system.version'), program.version],
          [t('system.runtime'), program.runtime],
          ...(upSeconds === null ? [] : ([[t('system.upFor'), spanText(upSeconds, pageLanguage(), 0)]] as const)),
          ...(residentBytes === null ? [] : ([[t('system.memory'), size(residentBytes)]] as const)),
          ...(heapBytes === null ? [] : ([[t('system.heap'), size(heapBytes)]] as const)),
        ]}
      />
      <Card
        title={t('system.database')}
        facts={[
          [t('system.kind'), t(`system.databaseKind.${database.kind}`)],
          [t('system.databaseVersion'), database.version],
          [t('system.size'), size(database.sizeBytes)],
          ...database.processes.map(({ address, connections, since }): Fact => [
            t('system.connectionsFrom', { address: address === 'local' ? t('system.local') : address }),
            <>
              {groupedCount(connections)} · <TimeAgo at={since} />
            </>,
          ]),
        ]}
      />
      <Card
        title={t('system.files')}
        facts={[
          [t('system.fileCount'), groupedCount(files.count)],
          [t('system.size'), size(files.sizeBytes)],
          [t('system.freeDisk'), percent(files.freeDiskShare)],
        ]}
      />
      <Card
        title={t('system.backup')}
        facts={[
          [t('system.everyHours'), everyHours === null ? t('system.byHand') : t('system.hours', { count: everyHours })],
          // That there is none is said above, with what to do about it.
          ...(last
            ? ([
                [t('system.lastBackup'), <TimeAgo key="last" at={last.at} />],
                [t('system.size'), size(last.sizeBytes)],
                [t('system.tried'), t(last.isRestored ? 'system.triedRestored' : 'system.triedRead')],
              ] as const)
            : []),
        ]}
      />
    </div>
  );
}

function Card({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.subtitle}>{title}</h2>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
