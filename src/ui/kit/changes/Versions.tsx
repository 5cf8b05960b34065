import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { RecordVersion } from '#domain/changes/journal-entry';
import type { Resource } from '#domain/table/resource';
import {
  selectCanRewind,
  selectChosenVersion,
  selectHasMoreVersions,
  selectVersions,
  type RecordHistoryRef,
} from '#machines/changes/record-history.machine';
import { t } from '../../base/i18n.ts';
import { timeAttribute, timeText } from '../cells/time-text.ts';
import classes from './changes.module.css';
import { whoText } from './change-words.ts';
import { Differences } from './Differences.tsx';
import { EntryOpener } from './EntryOpener.tsx';
import { KindBadge } from './KindBadge.tsx';

interface VersionsProps {
  readonly history: RecordHistoryRef;
  readonly resource: Resource;
  /** Right after the write of this number. */
  readonly onRestore: (after: number) => void;
}

/** The versions there are so far, one of them open. */
export function Versions({ history, resource, onRestore }: VersionsProps) {
  const versions = useSelector(history, selectVersions);
  const hasMore = useSelector(history, selectHasMoreVersions);
  if (versions.length === 0) return null;
  return (
    <>
      <p className={classes.hint}>{t('changes.history.hint')}</p>
      <ol className={classes.versions} aria-label={t('changes.history.label')}>
        {versions.map((version, index) => (
          <VersionItem
            key={version.id}
            history={history}
            resource={resource}
            version={version}
            isNewest={index === 0}
            onRestore={onRestore}
          />
        ))}
      </ol>
      {hasMore && (
        <Button variant="default" onClick={() => history.send({ type: 'history.moreRequested' })}>
          {t('changes.history.more')}
        </Button>
      )}
    </>
  );
}

interface VersionItemProps extends VersionsProps {
  readonly version: RecordVersion;
  readonly isNewest: boolean;
}

function VersionItem({ history, resource, version, isNewest, onRestore }: VersionItemProps) {
  const { id, kind, set } = version;
  const chosen = useSelector(history, selectChosenVersion);
  const canRewind = useSelector(history, selectCanRewind);
  const isOpen = chosen === id;
  const at = timeText(set.at) ?? '';
  const details = `version-${id}`;
  return (
    <li className={classes.version} data-kind={kind}>
      <div className={classes.versionHead}>
        <EntryOpener isOpen={isOpen} details={details} onToggle={() => history.send({ type: 'version.chosen', id })}>
          <KindBadge kind={kind}>{t(`changes.kind.${kind}`)}</KindBadge>
          <strong>{whoText(set)}</strong>
          <time dateTime={timeAttribute(set.at)}>{at}</time>
        </EntryOpener>
        <span className={classes.origin}>
          {t(`changes.source.${set.source}`)}
          {set.ip && ` · ${set.ip}`}
        </span>
        <span className={classes.versionActions}>
          {isNewest && <span className={classes.current}>{t('changes.history.current')}</span>}
          {chosen !== null && !isOpen && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('changes.history.compareLabel', { at })}
              onClick={() => history.send({ type: 'version.compared', id })}
            >
              {t('changes.history.compare')}
            </Button>
          )}
          {!isNewest && canRewind && kind !== 'deleted' && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('changes.history.restoreLabel', { at })}
              onClick={() => onRestore(set.id)}
            >
              {t('changes.history.restore')}
            </Button>
          )}
        </span>
      </div>
      <div id={details} hidden={!isOpen} className={classes.versionBody}>
        {isOpen && <Differences resource={resource} difference={version} />}
      </div>
    </li>
  );
}
