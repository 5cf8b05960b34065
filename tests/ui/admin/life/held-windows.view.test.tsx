import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { LifeRequest } from '#domain/life/life-request';
import { lifeRequestsMachine, type WhichInput } from '#machines/life/life-requests.machine';
import { recordLifeMachine } from '#machines/life/record-life.machine';
import { collectionMachine } from '#machines/table/collection.machine';
import { rowWindowMachine } from '#machines/table/row-window.machine';
import { goods } from '#sections/goods/goods.resource.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import type { AdminShellRef } from '#machines/shell/admin-shell.machine';
import { BulkStepsDialog } from '#ui/admin/life/BulkStepsDialog.tsx';
import { LifeWindow } from '#ui/admin/life/LifeWindow.tsx';
import { OffersMenu } from '#ui/admin/life/OffersMenu.tsx';
import { RequestsDialog } from '#ui/admin/life/RequestsDialog.tsx';
import { offerOf, requestOf, toldLife } from '#tests/machines/life/told-life.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';
import { goodsInput, goodsRow } from '../../kit/support.tsx';
import { lifeBundle, show, stands } from './steps-support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['resources', 'recordLife', 'changes']);
  await loadAllSectionWords();
});

const lost = new FailureError({ kind: 'timeout' });

const shell = {
  getSnapshot: () => ({ context: { start: { site: { urls: [] }, menu: { nodes: {} } }, route: { path: '' } } }),
  subscribe: () => ({ unsubscribe: () => {} }),
} as unknown as AdminShellRef;

/** Windows over lives: how one is opened, what is pressed in it, and what is written then. */
const WINDOWS = {
  'the window of several records': { button: /^publish/u, again: 'Try again' },
  'the window of a record': { button: 'publish', again: 'Try again' },
  'the question of a step': { button: 'takeOff', again: 'takeOff' },
  'the window of requests': { button: 'Approve', again: 'Approve' },
  'the request in the window of a record': { button: 'Approve', again: 'Approve' },
} as const;

const closing = () => screen.getAllByRole<HTMLButtonElement>('button', { name: /Close|Cancel/u })[0]!;
const step = () => screen.getByRole('button', { name: 'publish' });

async function opened(which: keyof typeof WINDOWS) {
  const writes: PromiseWithResolvers<void>[] = [];
  const held = () => {
    const write = Promise.withResolvers<void>();
    writes.push(write);
    return write.promise;
  };
  const list = recorder();
  const left: string[] = [];
  const actor = createActor(rowWindowMachine, { input: { owner: list.ref } }).start();
  actor.send({ type: 'rowWindow.opened', name: 'bulk', id: 7 });
  const told = toldLife({
    offers: [offerOf('publish')],
    request: { id: 1, event: 'takeOff', label: 'Take off', by: 'Li', at: 1, expires: 2_000_000_000, mayApprove: true },
  });
  const life = {
    ...lifeBundle({ stands: stands(false), answer: held }).life,
    recordLife: recordLifeMachine.provide({ actors: { loadLife: fromPromise(async () => told) } }),
    lifeRequests: lifeRequestsMachine.provide({
      actors: { loadRequests: fromPromise<readonly LifeRequest[], WhichInput>(async () => [requestOf(1)]), settle: fromPromise(held) },
    }),
  };
  const collection = createActor(inertOf(collectionMachine), { input: goodsInput() }).start();
  const record = (
    <ShellContext value={shell}>
      <LifeWindow row={goodsRow(7)} actor={actor} resource={goods} />
    </ShellContext>
  );
  const views = {
    'the window of several records': <BulkStepsDialog ids={[7]} actor={actor} collection={collection} resource={goods} />,
    'the window of a record': record,
    'the question of a step': <OffersMenu row={goodsRow(7)} actor={actor} resource={goods} />,
    'the window of requests': <RequestsDialog onClose={() => left.push('closed')} />,
    'the request in the window of a record': record,
  };
  await show(life, views[which]);
  const again = async () => {
    cleanup();
    await show(life, views[which]);
  };
  return { actor, again, left, list, lose: () => act(async () => writes.at(-1)?.reject(lost)) };
}

it.each(Object.keys(WINDOWS) as (keyof typeof WINDOWS)[])(
  '%s is not left while it writes, and can be once nobody has answered',
  async (which) => {
    const { actor, left, list, lose } = await opened(which);
    const { button, again } = WINDOWS[which];
    const user = userEvent.setup();
    const isOpen = () => actor.getSnapshot().value === 'open' && left.length === 0;
    if (which === 'the question of a step') {
      await user.click(await screen.findByRole('menuitem', { name: button }));
      await user.type(within(await screen.findByRole('dialog')).getByLabelText(/Why/u), 'sold out');
    }
    await user.click(await screen.findByRole('button', { name: button }));
    if (again === 'Approve') await user.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => expect(closing().disabled).toBe(true));
    await user.keyboard('{Escape}');
    expect([isOpen(), screen.queryByRole('dialog') !== null]).toEqual([true, true]);
    await lose();
    expect((await screen.findByRole('alert')).textContent).toContain('It is not known whether this was done.');
    expect(screen.getByRole('button', { name: again })).toBeDefined();
    await user.click(closing());
    await waitFor(() => expect(isOpen()).toBe(false));
    // What may have been done is looked for.
    const isLooked = list.heard.some(({ type }) => type === 'collection.refreshed');
    expect(isLooked || left.length > 0 || again === 'Approve').toBe(true);
  },
);

it('the window of a record hears how its request was settled, although another page was looked at meanwhile', async () => {
  const { actor, again, lose } = await opened('the request in the window of a record');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(closing().disabled).toBe(true));
  // No step is taken beside it: the request would be gone from the window before it is settled.
  expect(step().matches(':disabled')).toBe(true);
  await again();
  expect(closing().disabled).toBe(true);
  cleanup();
  await lose();
  await again();
  expect((await screen.findByRole('alert')).textContent).toContain('It is not known whether this was done.');
  expect([closing().disabled, step().matches(':disabled')]).toEqual([false, false]);
  await user.click(closing());
  await waitFor(() => expect(actor.getSnapshot().value).not.toBe('open'));
});
