import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { createActor, createEmptyActor } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { changesBundle } from '#actors/changes/changes.bundle';
import { FailureError } from '#domain/base/failure';
import { rowWindowMachine } from '#machines/table/row-window.machine';
import { goods } from '#sections/goods/goods.resource.ts';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { HistoryDialog } from '#ui/kit/changes/HistoryDialog.tsx';
import { goodsRow, startKitMessages, withBundles } from '../../kit/support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['changes']);
});

const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;

const version = {
  id: 9,
  resource: 'goods',
  recordId: 3,
  title: 'Tea 3',
  kind: 'changed',
  isErased: false,
  fields: [{ field: 'title', name: 'title', before: 'Tea', after: 'Tea 3', beforeText: null, afterText: null, isMasked: false }],
  set: { id: 40, at: 1_764_000_000, actorType: 'admin', actorName: 'Ann', source: 'form', ip: '' },
};

it('the history of a record names the record, says why its history could not be read, reads it again, and closes the window of the row', async () => {
  const sent: unknown[] = [];
  const answers = [new FailureError({ kind: 'rejected', code: 0, message: 'Not today' }), { versions: [version], next: null, canRewind: false }]; // prettier-ignore
  const call = async ({ path }: { path: string }, input: unknown) => {
    sent.push([path, input]);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const actor = createActor(rowWindowMachine, { input: { owner: createEmptyActor() } }).start();
  actor.send({ type: 'rowWindow.opened', name: 'history', id: 3 });
  const changes = changesBundle({ call: call as never, recordsChanged: () => {} });
  await act(async () => {
    render(
      <MantineProvider env="test">
        <AppHandleContext value={handle}>
          {withBundles({ changes: lazyNow(changes) }, <HistoryDialog row={goodsRow(3)} actor={actor} resource={goods} />)}
        </AppHandleContext>
      </MantineProvider>,
    );
  });
  const user = userEvent.setup({ delay: null });
  expect(screen.getByRole('dialog').getAttribute('aria-labelledby')).toBe(screen.getByText('History: Tea 3').id);
  expect(screen.getByRole('alert').textContent).toContain('The history could not be read. Not today');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /Changed.*Ann/u })).toBeTruthy();
  // Whoever may only read has no way back to a version.
  expect(screen.queryAllByRole('button', { name: /restore|undo/iu })).toEqual([]);
  expect(sent).toEqual(Array.from({ length: 2 }, () => ['/admin/security.Change/ofRecord', { resource: 'goods', id: 3 }]));
  expect(actor.getSnapshot().value).toBe('open');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(actor.getSnapshot().value).toBe('closed');
});
