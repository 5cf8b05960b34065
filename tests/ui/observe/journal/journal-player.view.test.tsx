import { screen } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { beforeAll } from 'vitest';
import { countUntil } from '#domain/observe/journal-filter';
import type { JournalEntry } from '#domain/observe/journal-file';
import { journalPlayerMachine, selectSeq, type JournalPlayerRef } from '#machines/observe/journal-player.machine';
import { done, failed, type Model } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { PlayerBar } from '#ui/observe/journal/PlayerBar.tsx';
import type { TimelineBoard } from '#ui/observe/journal/use-board.ts';
import { press } from '#tests/machines/support/presses.ts';

beforeAll(async () => {
  await startMessages('en');
  await loadMessages(['journal']);
});

const ENTRIES = Array.from({ length: 9 }, (_, index): JournalEntry => ({
  seq: index + 1,
  at: index * 1000,
  to: 'app',
  event: { type: 'app.told' },
}));

const model: Model<typeof journalPlayerMachine> = {
  machine: journalPlayerMachine,
  inputs: [{ start: 0, end: 9 }],
  events: [
    { type: 'player.followed' },
    { type: 'player.played' },
    { type: 'player.paused' },
    { type: 'player.speedChosen', speed: 4 },
    done('awaitNext', 7),
    done('awaitNext', null),
    failed('awaitNext', new Error('no tape')),
  ],
};

/** The bar as its board has it. */
function Bar({ player }: { readonly player: JournalPlayerRef }) {
  const count = countUntil(ENTRIES, useSelector(player, selectSeq));
  return <PlayerBar board={{ player, file: { entries: ENTRIES }, shown: ENTRIES, count } as unknown as TimelineBoard} isLive />;
}

describeView(
  model,
  (player) => <Bar player={player} />,
  {
    'player.followed': press(/^Follow the newest/u),
    'player.played': press(/^Play$/u),
    'player.paused': press(/^Pause$/u),
    'player.speedChosen': async (user) => user.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '4×'),
  },
  {
    seen: (snapshot) => {
      const { seq } = snapshot.context as { readonly seq: number };
      const slider = screen.getByRole('slider', { name: 'Moment' });
      const isEnd = screen.getByRole<HTMLButtonElement>('button', { name: 'One event on' }).disabled;
      const isFollowing = screen.getByRole('button', { name: /^Follow/u }).getAttribute('aria-pressed') === 'true';
      const said = seq === 0 ? 'Before the first event' : `Event ${seq}, 0:0${seq - 1}.000`;
      return slider.getAttribute('aria-valuetext') === said && isEnd === (seq === 9) && isFollowing === snapshot.matches('following');
    },
  },
);
