import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { FailureError } from '#domain/base/failure';
import type { RecordLife } from '#domain/life/record-life';
import { goods } from '#sections/goods/goods.resource.ts';
import { lifeActMachine, type SendRequest } from '#machines/life/life-act.machine';
import { lifeBoardMachine } from '#machines/life/life-board.machine';
import { lifeRequestsMachine } from '#machines/life/life-requests.machine';
import { lifeReportMachine } from '#machines/life/life-report.machine';
import { lifeOffersMachine } from '#machines/life/life-offers.machine';
import { stepChoiceMachine } from '#machines/life/step-choice.machine';
import { recordLifeMachine } from '#machines/life/record-life.machine';
import { rowWindowMachine } from '#machines/table/row-window.machine';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { LifeWindow } from '#ui/admin/life/LifeWindow.tsx';
import { offerOf, toldLife } from '#tests/machines/life/told-life.ts';
import type { ListRow } from '#domain/table/row';
import { inertOf } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';
import { withBundles } from '../../kit/support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['resources', 'recordLife']);
  await loadAllSectionWords();
});

/** As much of the shell as the window reads of it. */
function shellWith(nodes: Readonly<Record<string, readonly string[]>>): AdminShellRef {
  const snapshot = { context: { start: { site: { urls: [] }, menu: { nodes } }, route: { path: '' } } };
  return { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => {} }) } as unknown as AdminShellRef;
}

async function open(
  lives: readonly RecordLife[],
  answer: () => Promise<void>,
  nodes: Readonly<Record<string, readonly string[]>> = {},
  row: ListRow = { id: 7, title: 'Tea' },
) {
  const told = [...lives];
  const asked: Omit<SendRequest, 'idempotencyKey'>[] = [];
  const list = recorder();
  const actor = createActor(rowWindowMachine, { input: { owner: list.ref } }).start();
  actor.send({ type: 'rowWindow.opened', name: '@life', id: 7 });
  const life = {
    lifeOffers: inertOf(lifeOffersMachine),
    lifeBoard: inertOf(lifeBoardMachine),
    lifeReport: inertOf(lifeReportMachine),
    lifeRequests: inertOf(lifeRequestsMachine),
    stepChoice: stepChoiceMachine,
    recordLife: recordLifeMachine.provide({ actors: { loadLife: fromPromise(() => Promise.resolve(told.shift()!)) } }),
    lifeAct: lifeActMachine.provide({
      actors: {
        sendEvent: fromPromise<void, SendRequest>(({ input: { idempotencyKey: _key, ...input } }) => {
          asked.push(input);
          return answer();
        }),
      },
    }),
  };
  const show = async () => {
    await act(async () => {
      render(
        <MantineProvider env="test">
          <AppHandleContext value={{ journal: { inspect: () => {} } } as unknown as AppHandle}>
            <ShellContext value={shellWith(nodes)}>
              {withBundles({ life: lazyNow(life) }, <LifeWindow row={row} resource={goods} actor={actor} />)}
            </ShellContext>
          </AppHandleContext>
        </MantineProvider>,
      );
    });
  };
  await show();
  const again = async () => {
    cleanup();
    await show();
  };
  return { asked, list, user: userEvent.setup(), again };
}

it('the window of a life keeps what was typed while another page is looked at, and leads on from there', async () => {
  const { asked, user, again } = await open([toldLife(), toldLife()], () => Promise.resolve());
  await user.click(await screen.findByRole('button', { name: 'takeOff' }));
  await user.type(screen.getByLabelText('Why (optional)'), 'sold out');
  await again();
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Why (optional)')).value).toBe('sold out');
  await user.click(within(screen.getByRole('form')).getByRole('button', { name: 'takeOff' }));
  expect(asked).toMatchObject([{ event: 'takeOff', comment: 'sold out' }]);
  // The record is read again by whoever was told.
  await waitFor(() => expect(screen.queryByRole('form')).toBe(null));
});

it('the window of a life sends what is chosen with what it asks for, and shows where that has led', async () => {
  const after = toldLife({ state: 'draft', label: 'Draft', offers: [offerOf('publish')] });
  const { asked, list, user } = await open([toldLife(), after], () => Promise.resolve());
  const dialog = within(await screen.findByRole('dialog', { name: 'Lifecycle of “Tea”' }));
  await user.click(await dialog.findByRole('button', { name: 'takeOff' }));
  await user.type(await dialog.findByLabelText('Why (optional)'), 'sold out');
  const question = within(dialog.getByRole('form', { name: 'takeOff' }));
  await user.click(question.getByRole('button', { name: 'takeOff' }));
  expect(asked).toEqual([{ resource: 'goods', ids: [7], event: 'takeOff', to: 'off', version: 3, comment: 'sold out', values: {} }]);
  expect(await dialog.findByRole('button', { name: 'publish' })).toBeDefined();
  expect(dialog.queryByRole('form')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(list.heard).toEqual([{ type: 'collection.refreshed' }]);
});

it('the window of a life has the list read again where what its row waits for has been settled', async () => {
  const { list, user } = await open(
    [toldLife()],
    () => Promise.resolve(),
    {},
    { id: 7, title: 'Tea', openRequest: 'clerk has asked for “Publish”.' },
  );
  await screen.findByRole('button', { name: 'takeOff' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(list.heard).toEqual([{ type: 'collection.refreshed' }]);
});

it('the window of a life says why an event would be refused, and sends none of those', async () => {
  const life = toldLife({ offers: [offerOf('publish', { unmet: [{ field: 'images', message: 'Pictures: at least one' }] })] });
  const { asked, list, user } = await open([life], () => Promise.resolve());
  const button = await screen.findByRole('button', { name: 'publish', description: 'Pictures: at least one' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect(asked).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(list.heard).toEqual([]);
});

it('the window of a life keeps what was typed where it is refused, and says why', async () => {
  const no = new FailureError({ kind: 'rejected', code: 0, message: 'Not while it rains.' });
  const { user } = await open([toldLife()], () => Promise.reject(no));
  await user.click(await screen.findByRole('button', { name: 'takeOff' }));
  await user.type(screen.getByLabelText('Why (optional)'), 'sold out');
  await user.click(within(screen.getByRole('form')).getByRole('button', { name: 'takeOff' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Not while it rains.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Why (optional)').value).toBe('sold out');
});

it('the window of a life puts a record into any other state for whoever may, with a reason, and offers it to nobody else', async () => {
  const { asked, user } = await open([toldLife(), toldLife()], () => Promise.resolve(), {
    '/admin/goods/goods': ['/admin/goods/goods/place'],
  });
  await user.click(await screen.findByRole('button', { name: 'Set another state' }));
  const states = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(states).toEqual(['Draft']);
  await user.click(screen.getByRole('menuitem', { name: 'Draft' }));
  const question = within(await screen.findByRole('form', { name: 'Set to “Draft”' }));
  const confirm = question.getByRole('button', { name: 'Set to “Draft”' });
  await user.click(confirm);
  expect(asked).toEqual([]);
  await user.type(question.getByRole('textbox'), 'sold by mistake');
  await user.click(confirm);
  expect(asked).toEqual([{ resource: 'goods', ids: [7], event: 'place', to: 'draft', version: 3, comment: 'sold by mistake', values: {} }]);
  cleanup();
  await open([toldLife()], () => Promise.resolve());
  await screen.findByRole('button', { name: 'takeOff' });
  expect(screen.queryByRole('button', { name: 'Set another state' })).toBeNull();
});

it('the window of a life looks back at a step and returns', async () => {
  const { user } = await open([toldLife()], () => Promise.resolve());
  const step = await screen.findByRole('button', { name: /Added/u });
  await user.click(step);
  expect(step.getAttribute('aria-pressed')).toBe('true');
  await user.click(step);
  expect(step.getAttribute('aria-pressed')).toBe('false');
});

it('the window of a life says of a state that no step led to so, and lets whoever may place it settle which counts', async () => {
  const strayed = toldLife({ state: 'draft', label: 'Draft' });
  const nodes = { '/admin/goods/goods': ['/admin/goods/goods/place'] };
  const { asked, user } = await open([strayed, toldLife()], () => Promise.resolve(), nodes);
  const note = await screen.findByRole('note', { name: 'The state does not match the last step' });
  expect(note.textContent).toContain('The last step led to “On sale”, but the record is now “Draft”');
  await user.click(within(note).getByRole('button', { name: 'Put back to “On sale”' }));
  await user.type(within(await screen.findByRole('form')).getByRole('textbox'), 'by hand');
  await user.click(within(screen.getByRole('form')).getByRole('button', { name: 'Put back to “On sale”' }));
  expect(asked).toEqual([{ resource: 'goods', ids: [7], event: 'place', to: 'on', version: 3, comment: 'by hand', values: {} }]);
  await screen.findByRole('button', { name: 'takeOff' });
  expect(screen.queryByRole('note')).toBeNull();
  cleanup();
  const other = await open([strayed, strayed], () => Promise.resolve(), nodes);
  await other.user.click(await screen.findByRole('button', { name: 'Accept “Draft”' }));
  await other.user.type(within(await screen.findByRole('form')).getByRole('textbox'), 'so be it');
  await other.user.click(within(screen.getByRole('form')).getByRole('button', { name: 'Accept “Draft”' }));
  expect(other.asked).toMatchObject([{ event: 'place', to: 'draft', comment: 'so be it' }]);
  cleanup();
  await open([strayed], () => Promise.resolve());
  expect(within(await screen.findByRole('note')).queryByRole('button')).toBeNull();
});

/** What the list hears when the window is closed over a row of this status. */
const heardOver = async (status: string) => {
  const { list, user } = await open(
    [toldLife({ state: 'on', label: 'On sale' })],
    () => Promise.resolve(),
    {},
    { id: 7, title: 'Tea', status },
  );
  await screen.findByRole('button', { name: 'takeOff' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  cleanup();
  return list.heard;
};

it('the window of a life has the rows read again where the record is in another state than its row, whoever led it there', async () => {
  expect(await heardOver('on')).toEqual([]);
  expect(await heardOver('draft')).toEqual([{ type: 'collection.refreshed' }]);
});
