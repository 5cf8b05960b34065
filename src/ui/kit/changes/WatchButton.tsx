import { Button } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectIsOffered, selectIsWatched, selectWatchFailure } from '#machines/notifications/record-watch.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { FailureLine } from '../feedback/FailureLine.tsx';
import classes from './changes.module.css';

export interface WatchButtonProps {
  readonly resource: string;
  readonly id: number;
}

/** Has whoever looks be told when somebody else changes the record, or no more. */
export function WatchButton({ resource, id }: WatchButtonProps) {
  const { recordWatch } = useBundle('notifications');
  const watch = useLeafActor(recordWatch, { id: `recordWatch:${resource}:${id}`, input: { resource, id } });
  const isOffered = useSelector(watch, selectIsOffered);
  const isWatched = useSelector(watch, selectIsWatched);
  const failure = useSelector(watch, selectWatchFailure);
  const isBusy = useSelector(watch, selectIsBusy);
  if (!isOffered) return null;
  const Icon = isWatched ? IconEyeOff : IconEye;
  return (
    <div className={classes.watch}>
      <Button
        variant={isWatched ? 'light' : 'default'}
        size="compact-sm"
        leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
        aria-busy={isBusy}
        onClick={() => watch.send({ type: 'watch.toggled' })}
      >
        {t(isWatched ? 'notifications.watch.stop' : 'notifications.watch.start')}
      </Button>
      <span className={classes.hint}>{t('notifications.watch.hint')}</span>
      {failure && <FailureLine text={t('notifications.watch.failed')} failure={failure} />}
    </div>
  );
}
