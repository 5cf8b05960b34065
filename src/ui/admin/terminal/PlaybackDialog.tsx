import { Button, Modal, NativeSelect, Slider } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { openFilm, shownAt } from '#actors/terminal/playback.actors';
import {
  PLAYBACK_SPEEDS,
  selectPlaybackIsEnded,
  selectPlaybackIsLoading,
  selectPlaybackIsMissing,
  selectPlaybackIsPlaying,
  selectPositionMs,
} from '#machines/terminal/playback.machine';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { OutputLines } from './OutputLines.tsx';
import { durationText } from './task-words.ts';
import classes from './TerminalPanel.module.css';
import { useBundle } from '../../base/lazy-bundles.ts';

export interface PlaybackDialogProps {
  readonly runUuid: string;
  readonly command: string;
  readonly onClose: () => void;
}

/** A run played again, at any speed. */
export function PlaybackDialog({ runUuid, command, onClose }: PlaybackDialogProps) {
  const { playback: ports } = useBundle('terminal');
  const film = useMemo(() => openFilm(ports), [ports]);
  const playback = useLeafActor(film.logic, { id: `playback:${runUuid}`, input: { runUuid } });
  const positionMs = useSelector(playback, selectPositionMs);
  const { durationMs, isTimed, speed } = useSelector(playback, ({ context }) => context);
  const isLoading = useSelector(playback, selectPlaybackIsLoading);
  const isMissing = useSelector(playback, selectPlaybackIsMissing);
  const isPlaying = useSelector(playback, selectPlaybackIsPlaying);
  const hasEnded = useSelector(playback, selectPlaybackIsEnded);
  const frames = film.frames();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('terminal.playback.title', { command })}
      size={760}
      classNames={{ title: classes.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      {isLoading && <p className={classes.lead}>{t('terminal.playback.loading')}</p>}
      {isMissing && <p className={classes.lead}>{t('terminal.playback.missing')}</p>}
      {!isLoading && !isMissing && (
        <>
          <OutputLines
            lines={frames}
            count={shownAt(frames, positionMs)}
            label={t('terminal.output.label', { command })}
            isFollowing
            isWrapping={false}
            marked={null}
            onScrolled={() => {}}
          />
          <div className={classes.player}>
            <Button
              variant="default"
              data-autofocus
              onClick={() => playback.send({ type: isPlaying ? 'playback.paused' : 'playback.played' })}
            >
              {t(isPlaying ? 'terminal.playback.pause' : hasEnded ? 'terminal.playback.again' : 'terminal.playback.play')}
            </Button>
            <Slider
              className={classes.slider ?? ''}
              min={0}
              max={Math.max(1, durationMs)}
              value={positionMs}
              label={durationText}
              thumbLabel={t('terminal.playback.position')}
              onChange={(value) => playback.send({ type: 'playback.sought', positionMs: value })}
            />
            <span className={classes.position}>
              {t('terminal.playback.time', { position: durationText(positionMs), duration: durationText(durationMs) })}
            </span>
            <NativeSelect
              className={classes.speed ?? ''}
              aria-label={t('terminal.playback.speed')}
              value={String(speed)}
              data={PLAYBACK_SPEEDS.map((value) => ({ value: String(value), label: t('terminal.playback.rate', { speed: value }) }))}
              onChange={({ currentTarget }) => {
                const chosen = PLAYBACK_SPEEDS.find((one) => String(one) === currentTarget.value);
                if (chosen) playback.send({ type: 'playback.speedChosen', speed: chosen });
              }}
            />
          </div>
          {!isTimed && <p className={classes.lead}>{t('terminal.playback.even')}</p>}
        </>
      )}
    </Modal>
  );
}
