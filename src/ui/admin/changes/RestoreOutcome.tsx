import { Button, Group } from '@mantine/core';
import { useSelector } from '@xstate/react';
import {
  selectIsResumed,
  selectRestoreBegunAt,
  selectRestoreReport,
  selectRestoreSection,
} from '#machines/changes/section-restore.machine';
import { selectSectionRestoreIsDone } from '#machines/changes/section-restore.selectors';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { changedSectionLabel } from '../../kit/changes/change-words.ts';
import { timeText } from '../../kit/cells/time-text.ts';
import { listAddress } from '../base/list-address.ts';
import { RestoreTrouble, type RestorePartProps } from './RestoreTrouble.tsx';
import classes from './section-restore.module.css';

/** How it ended: what came back and where it can be taken back, or why nothing more did. */
export function RestoreOutcome({ restore }: RestorePartProps) {
  const section = useSelector(restore, selectRestoreSection) ?? '';
  const report = useSelector(restore, selectRestoreReport);
  const isDone = useSelector(restore, selectSectionRestoreIsDone);
  const isResumed = useSelector(restore, selectIsResumed);
  const begunAt = useSelector(restore, selectRestoreBegunAt);
  const done = report?.done ?? null;
  const one = done?.writes === 1 && !isResumed ? done.firstChange : null;
  const address = one === null ? { source: 'backup', resource: section } : { id: String(one) };
  return (
    <div className={classes.step}>
      {begunAt !== null && (
        <p className={classes.lead}>
          {t('system.restore.latest', { section: changedSectionLabel(section), when: timeText(begunAt) ?? '' })}
        </p>
      )}
      {isDone && done && (
        <output className={classes.outcome}>
          <strong>{t('system.restore.done', { section: changedSectionLabel(section), count: done.added + done.changed })}</strong>
          <span>{t('system.restore.doneParts', { added: done.added, changed: done.changed })}</span>
          {done.files > 0 && <span>{t('system.restore.files', { count: done.files })}</span>}
          {done.filesGone > 0 && <span>{t('system.restore.filesGone', { count: done.filesGone })}</span>}
        </output>
      )}
      {!isDone && <RestoreTrouble restore={restore} />}
      {isResumed && <p className={classes.lead}>{t('system.restore.resumed')}</p>}
      {done && done.refused > 0 && (
        <div role="alert" className={classes.alert}>
          {t('system.restore.refused', { count: done.refused })}
          <ul>
            {done.reasons.map((why) => (
              <li key={why}>{why}</li>
            ))}
            {done.refused > done.reasons.length && <li>…</li>}
          </ul>
        </div>
      )}
      {(!done || done.writes > 0 || isResumed) && (
        <p className={classes.lead}>
          {t(isDone ? 'system.restore.undo' : 'system.restore.stays')}{' '}
          <AppLink to={listAddress('security/change', address)} onClick={() => restore.send({ type: 'restore.closed' })}>
            {t('system.restore.timeline')}
          </AppLink>
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => restore.send({ type: 'restore.backRequested' })}>
          {t('system.restore.another')}
        </Button>
        <Button onClick={() => restore.send({ type: 'restore.closed' })}>{t('common.action.close')}</Button>
      </Group>
    </div>
  );
}
