import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  type Icon,
} from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { entryBeside } from '#domain/observe/journal-filter';
import type { JournalEntry } from '#domain/observe/journal-file';
import { PLAYER_SPEEDS, selectIsFollowing, selectJournalPlayerIsPlaying, selectSeq } from '#machines/observe/journal-player.machine';
import { t } from '../../base/i18n.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import { elapsedText } from './entry-text.ts';
import classes from './PlayerBar.module.css';
import type { TimelineBoard } from './use-board.ts';

interface PlayerBarProps {
  readonly board: TimelineBoard;
  readonly isLive: boolean;
}

/** The way through a journal: a slider over all of its entries, steps, and playing them as they came. */
export function PlayerBar({ board: { player, file, shown, count }, isLive }: PlayerBarProps) {
  const seq = useSelector(player, selectSeq);
  const start = useSelector(player, ({ context }) => context.start);
  const isFollowing = useSelector(player, selectIsFollowing);
  const { entries } = file;
  const newer = entries.length - count;
  return (
    <section className={classes.bar} aria-label={t('journal.player.label')}>
      <div className={classes.steps}>
        <StepButton player={player} to={entryBeside(shown, seq, -1)} label={t('journal.player.previous')} icon={IconChevronsLeft} />
        <StepButton player={player} to={entryBeside(entries, seq, -1)} label={t('journal.player.back')} icon={IconChevronLeft} />
        <PlayButton player={player} />
        <StepButton player={player} to={entryBeside(entries, seq, 1)} label={t('journal.player.forward')} icon={IconChevronRight} />
        <StepButton player={player} to={entryBeside(shown, seq, 1)} label={t('journal.player.next')} icon={IconChevronsRight} />
      </div>
      <input
        type="range"
        className={classes.slider}
        min={0}
        max={entries.length}
        value={count}
        aria-label={t('journal.player.moment')}
        aria-valuetext={momentText(entries[count - 1])}
        onChange={({ currentTarget }) =>
          player.send({ type: 'player.sought', seq: entries[Number(currentTarget.value) - 1]?.seq ?? start })
        }
      />
      <span className={classes.snapshot} aria-hidden="true">
        {momentText(entries[count - 1])}
      </span>
      <SpeedChoice player={player} />
      <button type="button" className={classes.follow} aria-pressed={isFollowing} onClick={() => player.send({ type: 'player.followed' })}>
        {isLive ? <span className={classes.live} aria-hidden="true" /> : <IconPlayerTrackNext size={14} aria-hidden="true" />}
        {t(isLive ? 'journal.player.follow' : 'journal.player.toEnd')}
        {newer > 0 && <span className={classes.newer}>{t('journal.player.newer', { count: newer })}</span>}
      </button>
    </section>
  );
}

const momentText = (entry: JournalEntry | undefined): string =>
  entry ? t('journal.player.value', { seq: entry.seq, time: elapsedText(entry.at) }) : t('journal.player.before');

interface StepButtonProps extends Pick<TimelineBoard, 'player'> {
  readonly to: JournalEntry | null;
  readonly label: string;
  readonly icon: Icon;
}

const StepButton = ({ player, to, label, icon: Sign }: StepButtonProps) => (
  <ToolButton label={label} disabled={to === null} onClick={() => to && player.send({ type: 'player.sought', seq: to.seq })}>
    <Sign size={18} stroke={1.75} aria-hidden="true" />
  </ToolButton>
);

function PlayButton({ player }: Pick<TimelineBoard, 'player'>) {
  const isPlaying = useSelector(player, selectJournalPlayerIsPlaying);
  return (
    <ToolButton
      label={t(isPlaying ? 'journal.player.pause' : 'journal.player.play')}
      onClick={() => player.send({ type: isPlaying ? 'player.paused' : 'player.played' })}
    >
      {isPlaying ? (
        <IconPlayerPause size={18} stroke={1.75} aria-hidden="true" />
      ) : (
        <IconPlayerPlay size={18} stroke={1.75} aria-hidden="true" />
      )}
    </ToolButton>
  );
}

function SpeedChoice({ player }: Pick<TimelineBoard, 'player'>) {
  const speed = useSelector(player, ({ context }) => context.speed);
  return (
    <select
      className={classes.speed}
      aria-label={t('journal.player.speed')}
      value={speed}
      onChange={({ currentTarget }) => {
        const chosen = PLAYER_SPEEDS.find((one) => String(one) === currentTarget.value);
        if (chosen) player.send({ type: 'player.speedChosen', speed: chosen });
      }}
    >
      {PLAYER_SPEEDS.map((one) => (
        <option key={one} value={one}>
          {t('journal.player.rate', { speed: one })}
        </option>
      ))}
    </select>
  );
}
