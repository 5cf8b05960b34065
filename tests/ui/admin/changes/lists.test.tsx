import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { changesBundle } from '#actors/changes/changes.bundle';
import { FailureError } from '#domain/base/failure';
import type { ListRow } from '#domain/table/row';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionPage } from '#machines/table/collection.vocabulary';
import { changeSet } from '#sections/change-set/change-set.resource.ts';
import { Timeline } from '#sections/change-set/Timeline.tsx';
import { dataRecycleLog } from '#sections/data-recycle-log/data-recycle-log.resource.ts';
import { BinFrame } from '#sections/data-recycle-log/BinFrame.tsx';
import { BinTools } from '#sections/data-recycle-log/BinTools.tsx';
import { RecycleBin } from '#sections/data-recycle-log/RecycleBin.tsx';
import { SensitiveLog } from '#sections/sensitive-data-log/SensitiveLog.tsx';
import { sensitiveDataLog } from '#sections/sensitive-data-log/sensitive-data-log.resource.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import type { Resource } from '#domain/table/resource';
import type { ListProps } from '#ui/kit/table/base/table-extras.ts';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { ALL_ABILITIES, inputOf, startKitMessages, withBundles } from '../../kit/support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['changes']);
});

afterEach(() => void vi.useRealTimers());

const URLS = [
  'goods/goods/index',
  'goods/goods/edit',
  'security/change/undo',
  'security/dataRecycleLog/restore',
  'security/sensitiveDataLog/rollback',
  'security/sensitiveDataLog/reveal',
];
const shellWith = (urls: readonly string[], isSuper = true) => {
  const start = { admin: { id: 1, super: isSuper }, site: { urls }, menu: { nodes: {} } };
  const context = { start, route: { path: '/admin' } };
  return { getSnapshot: () => ({ context }), subscribe: () => ({ unsubscribe: () => {} }) } as never;
};
const handle = { journal: { inspect: () => {} }, navigation: { send: () => {} } } as unknown as AppHandle;

/** A list over a server that answers calls by the last part of their path (an error is thrown), and says what it was asked. */
async function show(
  resource: Resource,
  rows: readonly ListRow[],
  answers: Readonly<Record<string, unknown>>,
  views: readonly ((props: ListProps) => unknown)[],
  shell = shellWith(URLS),
) {
  const sent: unknown[] = [];
  const call = async ({ path }: { path: string }, input: unknown) => {
    sent.push([path.split('/').at(-1), input]);
    const answer = answers[path.split('/').at(-1) ?? ''];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const machine = inertOf(collectionMachine).provide({
    actors: { loadPage: fromPromise<CollectionPage>(async () => ({ rows, total: rows.length, remark: '' })) } as never,
  });
  const collection = createActor(machine, { input: inputOf(resource, ALL_ABILITIES) }).start();
  const changes = changesBundle({ call: call as never, recordsChanged: () => {} });
  await act(async () => {
    render(
      <MantineProvider env="test">
        <AppHandleContext value={handle}>
          <ShellContext value={shell}>
            {withBundles(
              { changes: lazyNow(changes) },
              <>
                {views.map((View) => {
                  const Shown = View as (props: ListProps) => React.ReactNode;
                  return <Shown key={View.name} collection={collection} resource={resource} />;
                })}
              </>,
            )}
          </ShellContext>
        </AppHandleContext>
      </MantineProvider>,
    );
  });
  return { sent, user: userEvent.setup({ delay: null }), asked: () => collection.getSnapshot().context.query.search };
}

/** The page of the bin, as far as it is its own. */
const Bin = (props: ListProps) => (
  <BinFrame {...props}>
    <BinTools {...props} />
    <RecycleBin {...props} />
  </BinFrame>
);

const difference = { field: 'title', name: 'title', before: 'Tea', after: 'Green tea', beforeText: null, afterText: null, isMasked: false };

it('the timeline opens a write into what it changed, and takes it back after a look at the plan', async () => {
  const row = { id: 9, at: 1_764_000_000, actorType: 'admin', actorId: 1, actorName: 'admin', resource: 'goods', title: 'Tea', records: 1, action: 'edit', source: 'form', keptOut: '' }; // prettier-ignore
  const { sent, user } = await show(
    changeSet,
    [row, { ...row, id: 8, keptOut: 'secret', title: 'Ann' }],
    {
      info: {
        set: { resource: 'goods' },
        records: [{ id: 1, resource: 'goods', recordId: 3, title: 'Tea', kind: 'changed', isErased: false, fields: [difference] }],
        total: 1,
      },
      plan: { hash: 'h', steps: [], dependents: [], refused: [], leftOut: [], counts: { created: 0, changed: 0, deleted: 0 } },
    },
    [Timeline],
  );
  await user.click(screen.getByRole('button', { name: /Changed\s*Tea/u }));
  await act(async () => {});
  const changed = await screen.findByText('Green tea');
  expect(changed.closest('dd')?.textContent).toBe('TeabecomesGreen tea');
  expect(screen.getAllByRole('button', { name: /^Undo: / })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: /^Undo: Tea/u }));
  await screen.findByText('Nothing to do: everything is already as it was at that time.');
  expect(sent).toEqual([
    ['info', { id: 9, page: 1 }],
    ['plan', { sets: [9] }],
  ]);
});

it('the timeline offers taking back to whoever may: own writes, those of others with the right, and none of a section that is only read', async () => {
  const row = { id: 9, at: 1_764_000_000, actorType: 'admin', actorId: 1, actorName: 'admin', resource: 'goods', title: 'Own', records: 1, action: 'edit', source: 'form', keptOut: '' }; // prettier-ignore
  const rows = [
    row,
    { ...row, id: 8, actorId: 2, title: 'Other' },
    { ...row, id: 7, actorType: 'member', title: 'Member' },
    { ...row, id: 6, action: 'del', title: 'Gone' },
  ];
  const offeredTo = async (urls: readonly string[]) => {
    await show(changeSet, rows, {}, [Timeline], shellWith(urls, false));
    const offered = screen.queryAllByRole('button', { name: /^Undo: / }).map((button) => button.getAttribute('aria-label'));
    cleanup();
    return offered.map((label) => label?.match(/Undo: (\w+)/u)?.[1]);
  };
  const read = ['security/change/index', 'goods/goods/index'];
  expect(await offeredTo(read)).toEqual([]);
  expect(await offeredTo([...read, 'security/change/undo'])).toEqual([]);
  expect(await offeredTo([...read, 'goods/goods/edit'])).toEqual(['Own']);
  expect(await offeredTo([...read, 'goods/goods/edit', 'security/change/undo'])).toEqual(['Own', 'Other', 'Member']);
});

/** How many names can be pressed. */
const names = () => ['Ann', 'Bo'].map((name) => screen.queryAllByRole('button', { name: new RegExp(`${name}$`, 'u') }).length);

it('the timeline shows what else a person did, and not what a member with the number of an administrator did', async () => {
  const row = { id: 9, at: 1_764_000_000, actorType: 'admin', actorId: 5, actorName: 'Ann', resource: 'goods', title: 'Tea', records: 1, action: 'edit', source: 'form', keptOut: '' }; // prettier-ignore
  const member = { ...row, id: 8, actorType: 'member', actorName: 'Bo' };
  const { asked, user } = await show(changeSet, [row, member], {}, [Timeline]);
  expect(names()).toEqual([1, 1]);
  await user.click(screen.getByRole('button', { name: 'Ann' }));
  expect(asked()).toEqual([
    { field: 'actorType', operator: 'eq', value: 'admin' },
    { field: 'actorId', operator: 'eq', value: '5' },
  ]);
  expect(names()).toEqual([0, 1]);
});

it('the timeline erases what a record was; what was done stays on the screen, and the write says that it is gone', async () => {
  const row = { id: 9, at: 1_764_000_000, actorType: 'admin', actorId: 1, actorName: 'admin', resource: 'goods', title: 'Tea', records: 1, action: 'edit', source: 'form', keptOut: '' }; // prettier-ignore
  const record = { id: 1, resource: 'goods', recordId: 3, title: 'Tea', kind: 'changed', isErased: false, fields: [difference] };
  const answers: Record<string, unknown> = {
    info: { set: { resource: 'goods' }, records: [record], total: 1 },
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
    erase: { count: 2, versions: 2, deletions: 0, watched: 0 },
  };
  const { sent, user } = await show(changeSet, [row], answers, [Timeline]);
  await user.click(screen.getByRole('button', { name: /Changed\s*Tea/u }));
  await user.click(await screen.findByRole('button', { name: 'Erase the history of Tea' }));
  await user.type(await screen.findByLabelText('Type “Tea” to erase it'), 'Tea');
  answers['info'] = { set: { resource: 'goods' }, records: [{ ...record, title: '', isErased: true, fields: [] }], total: 1 };
  await user.click(screen.getByRole('button', { name: 'Erase for good' }));
  await screen.findByText('The previous content has been erased.');
  expect(screen.getByText('Versions in the history whose content was erased: 2')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Erase the history/u, hidden: true })).toBe(null);
  expect(sent).toEqual([
    ['info', { id: 9, page: 1 }],
    ['erasure', { resource: 'goods', id: 3 }],
    ['erase', { resource: 'goods', id: 3, title: 'Tea' }],
    ['info', { id: 9, page: 1 }],
  ]);
});

it('the bin says of a deleted file that it waits, and shows no picture of it', async () => {
  const row = {
    id: 5,
    setId: 40,
    createTime: 1_764_000_000,
    resource: 'attachment',
    recordId: 3,
    title: 'seal.png',
    admin: { nickname: 'Ann' },
  };
  const set = { id: 40, at: 1_764_000_000, actorType: 'admin', actorName: 'Ann', source: 'list', ip: '' };
  const address = {
    field: 'url',
    name: 'url',
    before: '/storage/seal.png',
    after: null,
    beforeText: null,
    afterText: null,
    isMasked: false,
  };
  await show(
    dataRecycleLog,
    [row],
    {
      sections: { sections: [{ resource: 'attachment', count: 1 }], days: 90 },
      ofRecord: {
        versions: [
          { id: 1, resource: 'attachment', recordId: 3, title: 'seal.png', kind: 'deleted', isErased: false, fields: [address], set },
        ],
        next: null,
        canRewind: false,
      },
    },
    [Bin],
  ).then(({ user }) => user.click(screen.getByRole('button', { name: /seal\.png/u, expanded: false })));
  const words = await screen.findByText('The file waits in the recycle bin and is not shown. Restoring brings it back to its address.');
  expect(words.closest('dd')?.querySelector('img')).toBe(null);
});

it('the timeline says of a picture that does not load that the file is no longer there, on the side where it was', async () => {
  const row = { id: 9, at: 1_764_000_000, actorType: 'admin', actorId: 1, actorName: 'admin', resource: 'goods', title: 'Tea', records: 1, action: 'edit', source: 'form', keptOut: '' }; // prettier-ignore
  const images = {
    ...difference,
    field: 'images',
    name: 'images',
    before: ['/storage/gone.png', '/storage/cup.png'],
    after: ['/storage/tea.png'],
  };
  const { user } = await show(
    changeSet,
    [row],
    {
      info: {
        set: { resource: 'goods' },
        records: [{ id: 1, resource: 'goods', recordId: 3, title: 'Tea', kind: 'changed', isErased: false, fields: [images] }],
        total: 1,
      },
    },
    [Timeline],
  );
  await user.click(screen.getByRole('button', { name: /Changed\s*Tea/u }));
  const [before, after] = await screen.findAllByRole('img', { name: 'Preview picture' });
  const value = before!.closest('dd')!;
  expect([before, after].map((picture) => picture!.getAttribute('src'))).toEqual(['/storage/gone.png', '/storage/tea.png']);
  fireEvent.error(before!);
  expect(value.textContent).toBe('gone.pngThe file is no longer therebecomes');
  expect([...value.querySelectorAll('img')]).toEqual([after]);
});

it('the bin shows what went together as one, and restores what is chosen', async () => {
  const row = { id: 5, setId: 40, createTime: 1_764_000_000, resource: 'goods', recordId: 3, title: 'Tea', admin: { nickname: 'Ann' } };
  const { sent, user } = await show(
    dataRecycleLog,
    [row, { ...row, id: 6, recordId: 4, title: 'Cup' }, { ...row, id: 7, setId: 41, title: 'Pot' }],
    { restore: { count: 2, refused: [] }, sections: { sections: [{ resource: 'goods', count: 3 }], days: 90 } },
    [Bin],
  );
  expect(screen.getAllByText('2 records deleted together')).toHaveLength(1);
  await user.click(screen.getByRole('checkbox', { name: 'Select all 2 of them' }));
  await user.click(screen.getByRole('button', { name: 'Restore (2)' }));
  await act(async () => {});
  expect(sent).toEqual([
    ['sections', {}],
    ['restore', { ids: [5, 6], values: {}, withParents: false, withoutColumns: false }],
  ]);
});

const chips = () => within(screen.getByRole('group', { name: 'Section' })).getAllByRole('button');

it('the bin counts by section, shows one of them when it is pressed and all of them when it is pressed again', async () => {
  const row = { id: 5, setId: 40, createTime: 1_764_000_000, resource: 'goods', recordId: 3, title: 'Tea', admin: { nickname: 'Ann' } };
  const sections = [
    { resource: 'goods', count: 3 },
    { resource: 'gone', count: 2 },
  ];
  const { sent, asked, user } = await show(dataRecycleLog, [row], { sections: { sections, days: 90 } }, [Bin]);
  const seen = () => chips().map((chip) => [chip.textContent, chip.getAttribute('aria-pressed')]);
  const all = ['All sections 5', 'Goods 3', 'gone 2'];
  const pressed = (index: number) => all.map((words, at) => [words, String(at === index)]);
  expect(seen()).toEqual(pressed(0));
  await user.click(chips()[1]!);
  expect(seen()).toEqual(pressed(1));
  expect(asked()).toEqual([{ field: 'resource', operator: 'eq', value: 'goods' }]);
  await user.click(chips()[2]!);
  expect([seen(), asked()]).toEqual([pressed(2), [{ field: 'resource', operator: 'eq', value: 'gone' }]]);
  await user.click(chips()[2]!);
  expect([seen(), asked()]).toEqual([pressed(0), []]);
  // Other rows of another query are no news of the bin.
  expect(sent).toEqual([['sections', {}]]);
});

it('the bin says why it could not be counted, counts again, and has no choice of sections where there is one', async () => {
  const row = { id: 5, setId: 40, createTime: 1_764_000_000, resource: 'goods', recordId: 3, title: 'Tea', admin: { nickname: 'Ann' } };
  const answers: Record<string, unknown> = { sections: new FailureError({ kind: 'rejected', code: 0, message: 'Not today' }) };
  const { sent, user } = await show(dataRecycleLog, [row], answers, [Bin]);
  expect(screen.getByRole('alert').textContent).toContain('Not today');
  answers['sections'] = { sections: [{ resource: 'goods', count: 1 }], days: 90 };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect([screen.queryByRole('alert'), screen.queryByRole('group', { name: 'Section' })]).toEqual([null, null]);
  expect(sent).toEqual([
    ['sections', {}],
    ['sections', {}],
  ]);
});

it('the log of sensitive data shows values in part until they are revealed', async () => {
  const row = {
    id: 5,
    createTime: 1_764_000_000,
    resource: 'goods',
    recordId: 3,
    title: 'Tea',
    dataField: 'title',
    before: 'T*',
    after: 'G*',
  };
  const { sent, user } = await show(sensitiveDataLog, [row], { reveal: { before: 'Tea', after: 'Green' } }, [SensitiveLog]);
  const item = screen.getByRole('listitem');
  expect(within(item).getByRole('status').textContent).toBe('T*  G*');
  await user.click(within(item).getByRole('button', { name: /^Reveal/u }));
  await within(item).findByText('Green', { exact: false });
  await user.click(within(item).getByRole('button', { name: 'Hide' }));
  expect(within(item).getByRole('status').textContent).toBe('T*  G*');
  expect(sent).toEqual([['reveal', { id: 5 }]]);
});

it('the log of sensitive data says values in the words of their field, and rights as the server names them; what is shown in full has nothing to reveal', async () => {
  const row = { id: 5, resource: 'goods', recordId: 3, title: 'Tea', masked: false, createTime: 1_764_000_000 };
  const rows = [
    { ...row, dataField: 'status', before: 'draft', after: 'on' },
    { ...row, id: 8, resource: 'adminGroup', dataField: 'status', before: '0', after: '1' },
    { ...row, id: 6, resource: 'adminGroup', dataField: 'rules', before: '2 rights: Goods › View', after: '' },
    { ...row, id: 7, dataField: 'gone', before: '7', after: '8' },
  ];
  await show(sensitiveDataLog, rows, {}, [SensitiveLog]);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
    'Draft  On sale',
    'Off  On',
    '2 rights: Goods › View  empty',
    '7  8',
  ]);
  expect(screen.queryAllByRole('button', { name: /^Reveal/u })).toEqual([]);
});

const shownDay = () => screen.getByRole('heading', { level: 2 }).textContent;

it('names the days anew when midnight passes', async () => {
  const at = new Date(2026, 2, 29, 23, 59);
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: at });
  const row = { id: 1, at: at.getTime() / 1000, kind: 'edit', resource: 'goods', actorName: 'ann' } as unknown as ListRow;
  await show(changeSet, [row], {}, [Timeline]);
  const told = [shownDay()];
  for (const hours of [1, 24]) {
    act(() => void vi.advanceTimersByTime(hours * 3_600_000));
    told.push(shownDay());
  }
  expect(told).toEqual(['Today · 2026-03-29', 'Yesterday · 2026-03-29', '2026-03-29']);
});
