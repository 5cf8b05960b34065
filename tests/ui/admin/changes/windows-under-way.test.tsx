import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { createActor, type ActorRefFrom } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { changesBundle } from '#actors/changes/changes.bundle';
import { FailureError } from '#domain/base/failure';
import { entriesWindowLogic, erasureWindowLogic, planWindowLogic } from '#machines/changes/change-windows.logic';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { collectionMachine } from '#machines/table/collection.machine';
import { RestoreDialog } from '#sections/data-recycle-log/RestoreDialog.tsx';
import { RollBackDialog } from '#sections/sensitive-data-log/RollBackDialog.tsx';
import { inertOf } from '#tests/machines/support/model.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { ErasureDialog } from '#ui/kit/changes/ErasureDialog.tsx';
import { UndoPlanDialog } from '#ui/kit/changes/UndoPlanDialog.tsx';
import { goodsInput, renderInApp, startKitMessages, withBundles } from '../../kit/support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['changes']);
});

/** What is read on the way to a write, by the last part of the path. */
const READ: Readonly<Record<string, unknown>> = {
  plan: {
    hash: 'h',
    steps: [{ resource: 'goods', recordId: 3, title: 'Tea', kind: 'changed', fields: [] }],
    dependents: [],
    refused: [],
    leftOut: [],
    counts: { created: 0, changed: 1, deleted: 0 },
  },
  erasure: {
    versions: 2,
    deletions: 0,
    watched: 0,
    title: 'Tea',
    exists: true,
    first: 1_764_000_000,
    last: 1_764_000_100,
    requests: 0,
    erased: 0,
  },
};

type Opened = { readonly collection: CollectionRef; readonly user: ReturnType<typeof userEvent.setup> };

/** By window: what opens it and begins its write, and which write that is. */
const WINDOWS: readonly {
  readonly name: string;
  readonly write: string;
  readonly open: (
    opened: Opened,
  ) => readonly [{ getSnapshot: () => { readonly context: { readonly isOpen: boolean } } }, React.ReactElement];
  readonly begin: (opened: Opened) => Promise<void>;
}[] = [
  {
    name: 'a plan',
    write: 'apply',
    open: ({ collection }) => {
      const window = createActor(planWindowLogic).start();
      window.send({ type: 'disclosure.opened', shown: { kind: 'undo', request: { sets: [9] }, title: '' } });
      return [window, <UndoPlanDialog key="plan" window={window} list={collection} />];
    },
    begin: async ({ user }) => user.click(await screen.findByRole('button', { name: 'Undo' })),
  },
  {
    name: 'an erasure',
    write: 'erase',
    open: ({ collection }) => {
      const window = createActor(erasureWindowLogic).start();
      window.send({ type: 'disclosure.opened', shown: { resource: 'goods', id: 3 } });
      return [window, <ErasureDialog key="erasure" window={window} list={collection} />];
    },
    begin: async ({ user }) => {
      await user.type(await screen.findByLabelText('Type “Tea” to erase it'), 'Tea');
      await user.click(screen.getByRole('button', { name: 'Erase for good' }));
    },
  },
  {
    name: 'a restoring',
    write: 'restore',
    open: ({ collection }) => {
      const window = entriesWindow();
      return [window, <RestoreDialog key="restore" window={window} collection={collection} />];
    },
    begin: async () => {},
  },
  {
    name: 'a rolling back',
    write: 'rollback',
    open: ({ collection }) => {
      const window = entriesWindow();
      return [window, <RollBackDialog key="rollBack" window={window} collection={collection} />];
    },
    begin: async ({ user }) => user.click(await screen.findByRole('button', { name: 'Roll back' })),
  },
];

function entriesWindow(): ActorRefFrom<typeof entriesWindowLogic> {
  const window = createActor(entriesWindowLogic).start();
  window.send({ type: 'disclosure.opened', shown: { ids: [5], resources: ['goods'] } });
  return window;
}

describe.each(WINDOWS)('the window of $name', ({ write, open, begin }) => {
  it('is left neither by its button nor by Esc before its write was answered, and by both without one under way', async () => {
    const answered = Promise.withResolvers<unknown>();
    const call = async ({ path }: { readonly path: string }) => {
      const part = path.split('/').at(-1) ?? '';
      return part === write ? answered.promise : READ[part];
    };
    const changes = changesBundle({ call: call as never, recordsChanged: () => {} });
    const collection = createActor(inertOf(collectionMachine), { input: goodsInput() }).start();
    const opened: Opened = { collection, user: userEvent.setup({ delay: null }) };
    const [window, view] = open(opened);
    const isOpen = () => window.getSnapshot().context.isOpen;
    await act(async () => renderInApp(withBundles({ changes: lazyNow(changes) }, view)));
    await screen.findByRole('dialog');
    await act(async () => begin(opened));

    const close = screen.getByRole<HTMLButtonElement>('button', { name: 'Close' });
    expect(close.disabled).toBe(true);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(isOpen()).toBe(true);

    await act(async () => answered.reject(new FailureError({ kind: 'timeout' })));
    expect(close.disabled).toBe(false);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(isOpen()).toBe(false);
  });
});
