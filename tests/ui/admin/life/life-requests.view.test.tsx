import { MantineProvider } from '@mantine/core';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import type { LifeBundle } from '#actors/life/life.bundle';
import { FailureError } from '#domain/base/failure';
import type { LifeRequest } from '#domain/life/life-request';
import { lifeRequestsMachine, type SettleInput, type WhichInput } from '#machines/life/life-requests.machine';
import { recordLifeMachine } from '#machines/life/record-life.machine';
import { rowWindowMachine } from '#machines/table/row-window.machine';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { RequestsDialog } from '#ui/admin/life/RequestsDialog.tsx';
import { WhatWaits } from '#ui/admin/life/WhatWaits.tsx';
import { requestOf, toldLife } from '#tests/machines/life/told-life.ts';
import { recorder } from '#tests/support/recorder.ts';
import { withBundles } from '../../kit/support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['resources', 'recordLife', 'changes']);
  await loadAllSectionWords();
});

const refused = async () => {
  throw new FailureError({ kind: 'rejected', code: 0, message: 'Pictures: at least one' });
};

/** A part that shows requests; each reading of them has the next answer. */
async function show(lists: readonly (readonly LifeRequest[])[], part: ReactElement, settled: () => Promise<void> = async () => {}) {
  const told = [...lists];
  const [asked, sent]: [WhichInput[], Omit<SettleInput, 'idempotencyKey'>[]] = [[], []];
  const lifeRequests = lifeRequestsMachine.provide({
    actors: {
      loadRequests: fromPromise(async ({ input }) => {
        asked.push(input);
        return told.shift() ?? [];
      }),
      settle: fromPromise(async ({ input: { idempotencyKey: _key, ...input } }) => {
        sent.push(input);
        await settled();
      }),
    },
  });
  await act(async () => {
    render(
      <MantineProvider env="test">
        <AppHandleContext value={{ journal: { inspect: () => {} } } as unknown as AppHandle}>
          {withBundles({ life: lazyNow({ lifeRequests } as unknown as LifeBundle) }, part)}
        </AppHandleContext>
      </MantineProvider>,
    );
  });
  return { asked, sent, user: userEvent.setup({ delay: null }) };
}

it('the window of requests says who asks for what and why, and approves with a word about it', async () => {
  const { asked, sent, user } = await show([[requestOf(1)], []], <RequestsDialog onClose={() => {}} />);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Take off: Tea');
  expect([dialog.getByText('Sold out').tagName, dialog.getByText(/Asked by Li/u).tagName]).toEqual(['Q', 'P']);
  expect(dialog.queryByRole('button', { name: 'Withdraw the request' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  await user.type(dialog.getByLabelText('Why (optional)'), 'Seen');
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  await dialog.findByText('No requests are waiting for your approval.');
  expect(sent).toEqual([{ id: 1, how: 'approve', version: 3, comment: 'Seen' }]);
  await user.click(dialog.getByText('My requests'));
  await dialog.findByText('You have not sent any requests.');
  expect(asked.map(({ which }) => which)).toEqual(['forMe', 'forMe', 'mine']);
});

it('the window of one record’s requests approves what is open there, and says what became of the others', async () => {
  const record = { resource: 'goods', id: 7 };
  const { asked, sent, user } = await show(
    [[requestOf(1), requestOf(0, { state: 'declined', may: { approve: false, decline: false, withdraw: false } })], []],
    <RequestsDialog record={record} onClose={() => {}} />,
  );
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/Declined/u);
  expect(dialog.queryByText('My requests')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  await dialog.findByText(/Nothing has been requested for this record/u);
  expect([asked, sent.length]).toEqual([
    [
      { which: 'record', record },
      { which: 'record', record },
    ],
    1,
  ]);
});

it('the window of requests says why it was refused, and reads again', async () => {
  const { asked, user } = await show([[requestOf(1)], [requestOf(1)]], <RequestsDialog onClose={() => {}} />, refused);
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Pictures: at least one');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await screen.findByRole('button', { name: 'Decline' });
  expect(asked).toHaveLength(2);
});

it('the window of requests shows beside a record what its times will do and what waits, and has it read again once that is settled', async () => {
  const record = createActor(recordLifeMachine.provide({ actors: { loadLife: fromPromise(async () => toldLife()) } }), {
    input: { resource: 'goods', id: 7 },
  }).start();
  await Promise.resolve();
  const actor = createActor(rowWindowMachine, { input: { owner: recorder().ref } }).start();
  actor.send({ type: 'rowWindow.opened', name: 'life', id: 7 });
  const later = Math.floor(Date.now() / 1000) + 3 * 86_400 + 60;
  const life = toldLife({
    times: [
      // Called by its own length: what it does is said, and when, and not the same twice.
      { name: 'closing', label: 'after 3 days', at: later, waits: [] },
      { name: 'reminder', label: 'Reminder', at: later, waits: [] },
      { name: 'check', label: 'Checked', at: null, waits: [{ field: 'price', message: 'Price is empty' }] },
    ],
    request: { id: 1, event: 'takeOff', label: 'Take off', by: 'Li', at: 1, expires: later, mayApprove: true },
  });
  const closing = { from: life.state, to: 'draft', name: 'closing', label: 'after 3 days', isTime: true };
  const ways = [closing, { ...closing, from: 'off', to: 'on' }, { ...closing, name: 'reminder', to: life.state }];
  const drawn = { ...life, chart: { ...life.chart, ways } };
  const { asked, sent, user } = await show(
    [[requestOf(1), requestOf(0, { state: 'declined' })], []],
    <WhatWaits life={drawn} record={record} place={{ resource: 'goods', id: 7 }} actor={actor} />,
  );
  expect(
    within(screen.getByRole('list', { name: 'To come' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Becomes Draft in 3 days', 'Reminder: in 3 days', 'Checked is due and waits: Price is empty']);
  expect(screen.getAllByText(/Take off: Tea/u)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect([asked[0], sent.length, record.getSnapshot().context.life?.state]).toEqual([
    { which: 'record', record: { resource: 'goods', id: 7 } },
    1,
    'on',
  ]);
});
