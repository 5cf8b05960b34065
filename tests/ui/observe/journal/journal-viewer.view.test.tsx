import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { journalViewerMachine } from '#machines/observe/journal-viewer.machine';
import { journalSaveMachine } from '#machines/observe/journal-save.machine';
import { done, failed, inertOf, type Model } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { elapsedText, actorName } from '#ui/observe/journal/entry-text.ts';
import { ViewerNotice } from '#ui/observe/journal/ViewerNotice.tsx';
import { JournalFacts } from '#ui/observe/journal/JournalFacts.tsx';
import { SaveDialog } from '#ui/observe/journal/SaveDialog.tsx';
import { press } from '#tests/machines/support/presses.ts';

beforeAll(async () => {
  await startMessages('en');
  await loadMessages(['flows', 'journal']);
  // The document of the tests has dialogs that neither open nor close.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
});

const file = { fileId: 'f1', name: 'visit.jsonl', sizeBytes: 812, mimeType: '' };
const journal = {
  key: 'f1',
  name: 'visit.jsonl',
  sizeBytes: 812,
  entries: 9,
  app: '1.4.0',
  build: '9a8ced66',
  language: 'zh-cn',
  startedAt: 1_764_000_000,
  isAnonymous: true,
  changed: ['session', 'tabs'],
};

const viewer: Model<typeof journalViewerMachine> = {
  machine: journalViewerMachine,
  inputs: [undefined],
  events: [
    { type: 'viewer.fileChosen', file },
    { type: 'viewer.refusalDismissed' },
    { type: 'viewer.liveRequested' },
    done('readFile', { journal }),
    done('readFile', { refusal: { flaw: 'notInOrder', line: 7 } }),
    failed('readFile', new Error('gone')),
  ],
};

describeView(
  viewer,
  (actor) => <ViewerNotice viewer={actor} />,
  { 'viewer.refusalDismissed': press('Understood') },
  {
    seen: (snapshot) => {
      const { refusal } = snapshot.context as { readonly refusal: { readonly flaw: string } | null };
      if (refusal?.flaw === 'notInOrder') screen.getByText('Line 7: the number is not above that of the line before');
      if (refusal?.flaw === 'unreadable') screen.getByText('the file could not be read');
      const isSaid = (screen.queryByRole('alert') !== null) === (refusal !== null);
      return isSaid && (screen.queryByText('Reading visit.jsonl…') !== null) === snapshot.matches('reading');
    },
  },
);

const isThere = (text: string): boolean => screen.queryByText(text) !== null;

const save: Model<typeof journalSaveMachine> = {
  machine: journalSaveMachine,
  inputs: [{ kind: 'replay', name: '' }],
  events: [
    { type: 'save.named', name: 'a-visit' },
    { type: 'save.named', name: 'No Slug' },
    { type: 'save.requested' },
    { type: 'save.retried' },
    done('compose', { entries: 9, sizeBytes: 2048 }),
    failed('compose', new Error('does not fit')),
  ],
};

describeView(
  save,
  (actor) => <SaveDialog save={actor} onClose={() => {}} />,
  {
    'save.requested': press('Save'),
    'save.retried': press('Try again'),
    'save.named': async (user, event) => {
      const { name } = event as { readonly name: string };
      const field = screen.getByRole('textbox');
      await user.clear(field);
      await user.type(field, name);
    },
  },
  {
    seen: (snapshot) => {
      const isAlarmed = snapshot.matches('failed') || snapshot.hasTag('invalid');
      return (
        isThere('9 events, 2 KB') === snapshot.hasTag('ready') &&
        isThere('The browser is saving it.') === snapshot.hasTag('saved') &&
        screen.getByRole('textbox').getAttribute('aria-invalid') === String(snapshot.hasTag('invalid')) &&
        (screen.queryByRole('alert') !== null) === isAlarmed
      );
    },
  },
);

describe('the dialog', () => {
  it('is given up by its button', async () => {
    const onClose = vi.fn<() => void>();
    const actor = createActor(inertOf(journalSaveMachine), { input: { kind: 'journal', name: 'journal' } }).start();
    render(<SaveDialog save={actor} onClose={onClose} />);
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1), 15_000);
  });
});

describe('the words of a journal', () => {
  it('say where a file comes from, and which machines were others', () => {
    render(<JournalFacts journal={journal} />);
    expect(screen.getByText('visit.jsonl · 812 B · 9 events')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Recorded 2025-11-2\d \d\d:\d\d:\d\d UTC\S*$/u),
      'Version 1.4.0 (9a8ced66)',
      'Language: Simplified Chinese',
      'Anonymous',
      'Recorded with another machine: session, tabs',
    ]);
  });

  it('tell times and names shortly', () => {
    expect([0, 2034, 62_034, 3_602_034, -5].map(elapsedText)).toEqual(['0:00.000', '0:02.034', '1:02.034', '1:00:02.034', '0:00.000']);
    expect([actorName('app/adminShell/tabs'), actorName('app')]).toEqual(['tabs', 'app']);
  });
});
