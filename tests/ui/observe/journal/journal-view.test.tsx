import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createJournal } from '#actors/observe/journal';
import { playbackMachine } from '#machines/terminal/playback.machine';
import { inertOf } from '#tests/machines/support/model.ts';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages, type MessageLanguage } from '#ui/base/i18n.ts';
import { JournalView } from '#ui/observe/journal/JournalView.tsx';
import { createActor } from 'xstate';

// Nothing is arranged here, where no worker runs.
vi.mock('elkjs/lib/elk-worker.min.js?url', () => ({ default: '' }));

/** A film that was played and paused, as a journal. */
function filmJournal(): string {
  const journal = createJournal({ now: () => 1_764_000_000_000, about: () => ({ app: '1.4.0', build: '9a8ced66', language: 'en' }) });
  const film = createActor(inertOf(playbackMachine), {
    id: 'playback:run-1',
    input: { runUuid: 'run-1' },
    inspect: journal.inspect,
  }).start();
  film.send({ type: 'xstate.done.actor.loadRecording', actorId: 'loadRecording', output: { durationMs: 9000, isTimed: true } } as never);
  film.send({ type: 'playback.sought', positionMs: 4000 });
  film.send({ type: 'playback.paused' });
  return journal.export();
}

/** Whose journal nothing may be written into while another one is read. */
const own = createJournal({ now: () => 0 });

async function show(journal: string, language: MessageLanguage = 'en'): Promise<void> {
  await startMessages(language);
  await loadMessages(['flows', 'journal']);
  await act(async () => {
    render(
      <AppHandleContext value={{ journal: own } as unknown as AppHandle}>
        <JournalView journal={journal} />
      </AppHandleContext>,
    );
  });
}

const details = () => screen.getByRole('region', { name: 'Details' });
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Moment' });

describe('a recorded journal', () => {
  it('shows its end first, then any snapshot, and writes nothing into the journal of its page', async () => {
    const user = userEvent.setup({ delay: null });
    await show(filmJournal());
    await screen.findByRole('slider', { name: 'Moment' });
    expect(slider().getAttribute('aria-valuetext')).toMatch(/^Event 6, 0:00\.000$/u);
    expect(within(details()).getByText('playing → paused')).toBeTruthy();
    expect(within(screen.getByRole('tree')).getByRole('treeitem').textContent).toBe('playback:run-1paused');
    await user.click(screen.getByRole('button', { name: 'One event back' }));
    expect(within(details()).getByText('playback.sought')).toBeTruthy();
    expect(within(details()).getByText('positionMs', { selector: 'dl:not(:last-child) dt' }).nextSibling?.textContent).toBe('0 4000');
    expect(within(screen.getByRole('tree')).getAllByRole('treeitem')[0]?.textContent).toBe('playback:run-1playing');
    expect(own.entries()).toEqual([]);
  });

  it.each([
    ['en', 'Line 2: the number, the time or the path is wrong'],
    ['zh-cn', '第 2 行：序号、时间或 Actor 路径有误'],
  ] as const)('that is none is refused in words (%s)', async (language, words) => {
    const [header = ''] = filmJournal().split('\n');
    await show(`${header}\n{"seq":"1"}`, language);
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
