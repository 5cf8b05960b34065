import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { use } from 'react';
import { differenceBetween, inFieldOrder, type RecordVersion } from '#domain/changes/journal-entry';
import type { Resource } from '#domain/table/resource';
import {
  selectChosenVersion,
  selectComparedVersion,
  selectVersions,
  type RecordHistoryRef,
} from '#machines/changes/record-history.machine';
import { CdnContext } from '../../base/cdn-context.ts';
import { t } from '../../base/i18n.ts';
import { timeText } from '../cells/time-text.ts';
import classes from './changes.module.css';
import { differenceLabel, whoText } from './change-words.ts';
import { DifferenceValue } from './DifferenceValue.tsx';

interface VersionComparisonProps {
  readonly history: RecordHistoryRef;
  readonly resource: Resource;
}

const nameOf = ({ set }: RecordVersion): string => t('changes.history.older', { at: timeText(set.at) ?? '', who: whoText(set) });

/** Two versions side by side, the older one first: the fields in which they differ. */
export function VersionComparison({ history, resource }: VersionComparisonProps) {
  const versions = useSelector(history, selectVersions);
  const ids = [useSelector(history, selectChosenVersion) ?? 0, useSelector(history, selectComparedVersion) ?? 0].sort((a, b) => a - b);
  const cdnUrl = use(CdnContext);
  const [older, newer] = ids.map((id) => versions.find((version) => version.id === id));
  if (!older || !newer) return null;
  const differences = inFieldOrder(differenceBetween(versions, older.id, newer.id), resource.fields);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        className={classes.backButton}
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        data-autofocus
        onClick={() => history.send({ type: 'history.comparisonClosed' })}
      >
        {t('changes.history.back')}
      </Button>
      {differences.length === 0 ? (
        <p className={classes.hint}>{t('changes.history.same')}</p>
      ) : (
        <table className={classes.comparison} aria-label={t('changes.history.comparison')}>
          <thead>
            <tr>
              <th scope="col">{t('changes.history.field')}</th>
              <th scope="col">{nameOf(older)}</th>
              <th scope="col">{nameOf(newer)}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((one) => (
              <tr key={one.name}>
                <th scope="row">{differenceLabel(resource, one)}</th>
                <td data-label={nameOf(older)}>
                  <DifferenceValue resource={resource} difference={one} side="before" cdnUrl={cdnUrl} />
                </td>
                <td data-label={nameOf(newer)}>
                  <DifferenceValue resource={resource} difference={one} side="after" cdnUrl={cdnUrl} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
