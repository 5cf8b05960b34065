import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward, IconX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { PATH_KINDS, type MachinePaths } from '#domain/observe/path-report';
import {
  selectPathWalkHasFailed,
  selectPathWalkIsPlaying,
  selectWalkFrame,
  selectWalkPosition,
  type PathWalkRef,
} from '#machines/observe/path-walk.machine';
import { t } from '../../base/i18n.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import classes from './WalkBar.module.css';

interface WalkBarProps {
  readonly walk: PathWalkRef;
  readonly machine: MachinePaths;
  /** What the way leads to. */
  readonly wayKey: string;
  readonly onLeave: () => void;
}

const ICON = { size: 17, stroke: 1.75, 'aria-hidden': true } as const;

/** A way being walked: onwards and back, by itself or step by step, and what the machine was told last. */
export function WalkBar({ walk, machine, wayKey, onLeave }: WalkBarProps) {
  const position = useSelector(walk, selectWalkPosition);
  const frame = useSelector(walk, selectWalkFrame);
  const isPlaying = useSelector(walk, selectPathWalkIsPlaying);
  const hasFailed = useSelector(walk, selectPathWalkHasFailed);
  const canGoBack = useSelector(walk, (snapshot) => snapshot.can({ type: 'pathWalk.stepped', by: -1 }));
  const canGoOn = useSelector(walk, (snapshot) => snapshot.can({ type: 'pathWalk.stepped', by: 1 }));
  const way = PATH_KINDS.flatMap((kind) => machine[kind]).find(({ key }) => key === wayKey)?.way ?? [];
  const isRefused = position > 0 && frame?.edgeIds.length === 0;
  return (
    <section className={classes.bar} aria-label={t('coverage.walk.label')}>
      {hasFailed ? (
        <p className={classes.text} role="alert">
          {t('coverage.walk.failed')}
        </p>
      ) : (
        <>
          <ToolButton label={t('coverage.walk.back')} disabled={!canGoBack} onClick={() => walk.send({ type: 'pathWalk.stepped', by: -1 })}>
            <IconPlayerSkipBack {...ICON} />
          </ToolButton>
          {isPlaying ? (
            <ToolButton label={t('coverage.walk.pause')} onClick={() => walk.send({ type: 'pathWalk.paused' })}>
              <IconPlayerPause {...ICON} />
            </ToolButton>
          ) : (
            <ToolButton label={t('coverage.walk.play')} onClick={() => walk.send({ type: 'pathWalk.played' })}>
              <IconPlayerPlay {...ICON} />
            </ToolButton>
          )}
          <ToolButton label={t('coverage.walk.on')} disabled={!canGoOn} onClick={() => walk.send({ type: 'pathWalk.stepped', by: 1 })}>
            <IconPlayerSkipForward {...ICON} />
          </ToolButton>
          <output className={classes.text}>
            <span className={classes.position}>{t('coverage.walk.position', { position, count: way.length })}</span>{' '}
            <code>{position === 0 ? t('coverage.beginning') : way[position - 1]}</code>
            {isRefused && ` ${t('coverage.walk.refused')}`}
          </output>
        </>
      )}
      <ToolButton label={t('coverage.walk.leave')} onClick={onLeave}>
        <IconX {...ICON} />
      </ToolButton>
    </section>
  );
}
