import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import type { SavedView } from '#domain/table/saved-view';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionReport } from '#machines/table/collection.vocabulary';
import { savedViewsMachine, type SavedViewDraft, type SavedViewsReply } from '#machines/table/saved-views.machine';
import { inertOf } from '#tests/machines/support/model.ts';
import { SavedViewsMenu } from '#ui/kit/table/views/SavedViewsMenu.tsx';
import { goodsInput, renderInApp, startKitMessages, testTables } from '../support.tsx';

await startKitMessages('en');

const own: SavedView = {
  id: 1,
  name: 'On sale',
  scope: 'own',
  isDefault: false,
  isMine: true,
  owner: 'Lin',
  params: { order: 'price,desc', status: 'on', gone_field: 'x' },
  columns: { order: ['price', 'gone'], shown: ['unit'], hidden: ['tags'], pinned: [], widthsPx: { price: 160, gone: 90 } },
};
const shared: SavedView = { ...own, id: 2, name: 'For all', scope: 'all', isMine: false, owner: 'Wang' };

/** What the server would keep. */
let kept: { views: readonly SavedView[]; drafts: SavedViewDraft[]; removed: number[]; isReady?: Promise<void> };

testTables.savedViews = savedViewsMachine.provide({
  actors: {
    loadViews: fromPromise<SavedViewsReply, { readonly resource: string }>(async () => {
      await kept.isReady;
      return { views: kept.views, scopes: ['own', 'group'] };
    }),
    saveView: fromPromise<number, { readonly resource: string; readonly draft: SavedViewDraft }>(({ input: { draft } }) => {
      kept.drafts.push(draft);
      kept.views = [...kept.views, { ...own, ...draft, id: 3 }];
      return Promise.resolve(3);
    }),
    removeView: fromPromise<void, { readonly id: number }>(({ input: { id } }) => {
      kept.removed.push(id);
      kept.views = kept.views.filter((view) => view.id !== id);
      return Promise.resolve();
    }),
  },
});

async function opened(params: Readonly<Record<string, string>> = {}) {
  const reports: CollectionReport[] = [];
  const owner = createActor(fromCallback<CollectionReport>(({ receive }) => receive((report) => reports.push(report)))).start();
  const collection = createActor(inertOf(collectionMachine), { input: { ...goodsInput(), params, owner } }).start();
  await act(async () => renderInApp(<SavedViewsMenu collection={collection} resource={goods} />));
  return { collection, reports, user: userEvent.setup({ delay: null }) };
}

const button = (name: string) => screen.findByRole('button', { name }, { timeout: 20_000 });

const opener = () => screen.getByRole('button', { expanded: false });

const question = () => screen.findByRole('alertdialog', { name: 'Delete “Ours” for your whole group? It cannot be undone.' });

describe('saved views', () => {
  beforeEach(() => {
    kept = { views: [own, shared], drafts: [], removed: [] };
  });

  it('make the list what they say, without what is gone, and stand on the button as long as the list is so', async () => {
    const { collection, user } = await opened();
    await user.click(await button('Views'));
    await user.click(await screen.findByRole('button', { name: 'On sale' }));
    const { query, table } = collection.getSnapshot().context;
    expect(query.order).toEqual({ field: 'price', direction: 'desc' });
    expect(query.search.map(({ field, value }) => [field, value])).toEqual([['status', 'on']]);
    expect(table).toMatchObject(own.columns);
    act(() => collection.send({ type: 'collection.sorted', order: null }));
    expect(await button('Views')).toBeTruthy();
  });

  it('are read again when they are opened, and a chosen one that its owner has changed or deleted says so', async () => {
    const { collection, user } = await opened();
    const orderOf = () => collection.getSnapshot().context.query.order;
    await user.click(await button('Views'));
    await user.click(await screen.findByRole('button', { name: /^For all/u }));
    expect(orderOf()).toEqual({ field: 'price', direction: 'desc' });
    kept.views = [own, { ...shared, params: { ...shared.params, order: 'stock,asc' } }];
    await user.click(opener());
    await screen.findByText('“For all” has changed since you chose it. Choose it again to apply the new version.');
    expect(orderOf()).toEqual({ field: 'price', direction: 'desc' });
    await user.click(screen.getByRole('button', { name: /^For all/u, current: false }));
    expect(orderOf()).toEqual({ field: 'stock', direction: 'asc' });
    kept.views = [own];
    await user.click(opener());
    await screen.findByText('“For all” has been deleted. The list stays as it is until you choose another view.');
    const list = screen.getByRole('list', { name: 'Views' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['On sale']);
    expect(orderOf()).toEqual({ field: 'stock', direction: 'asc' });
  });

  it('open the section with the default, where it was opened without filters', async () => {
    kept.views = [own, { ...shared, isDefault: true, params: { status: 'draft' } }];
    const { collection, reports } = await opened();
    await waitFor(() => expect(collection.getSnapshot().context.query.search).toHaveLength(1));
    expect(reports).toContainEqual({ type: 'section.queryChanged', resource: 'goods', query: { status: 'draft' } });
    const filtered = await opened({ status: 'off' });
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Views' }).length).toBeGreaterThan(0));
    expect(filtered.collection.getSnapshot().context.query.search.map(({ value }) => value)).toEqual(['off']);
  });

  it('leave the list to whoever has filtered it until they came', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    kept = { ...kept, views: [{ ...own, isDefault: true }], isReady: promise };
    const { collection } = await opened();
    collection.send({ type: 'collection.searched', search: [{ field: 'title', operator: 'LIKE', value: 'tea' }] });
    await act(async () => resolve());
    await screen.findByRole('button', { name: 'Views' });
    expect(collection.getSnapshot().context.query.search.map(({ value }) => value)).toEqual(['tea']);
  });

  it('keep the list as it is, and take its name', async () => {
    const { user } = await opened({ order: 'price,desc', status: 'on', page: '2' });
    await user.click(await button('Views'));
    await user.type(await screen.findByLabelText('Name'), 'Dear ones');
    await user.selectOptions(screen.getByLabelText('Who can use it'), 'group');
    await user.click(screen.getByLabelText('Use as default view'));
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    const list = screen.getByRole('list', { name: 'Views' });
    expect((await within(list).findByRole('button', { name: /^Dear ones/u })).textContent).toBe('Dear onesMy groups · Default');
    expect(kept.drafts).toEqual([
      {
        name: 'Dear ones',
        scope: 'group',
        isDefault: true,
        params: { order: 'price,desc', status: 'on' },
        columns: { order: [], shown: [], hidden: [], pinned: [], widthsPx: {} },
      },
    ]);
  });

  it('are deleted where that is allowed, and not offered where it is not', async () => {
    const { user } = await opened();
    await user.click(await button('Views'));
    expect((await screen.findByRole('button', { name: /^For all/u })).textContent).toBe('For allEverybody · Wang');
    expect(screen.queryByRole('button', { name: 'Delete the view: For all' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Delete the view: On sale' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'On sale' })).toBeNull());
    expect(kept.removed).toEqual([1]);
  });

  it('that others use too are asked about, and stay where the answer is no; the keyboard stays in the panel', async () => {
    const group: SavedView = { ...own, id: 4, name: 'Ours', scope: 'group' };
    kept.views = [own, group];
    const { user } = await opened();
    await user.click(await button('Views'));
    await user.click(await screen.findByRole('button', { name: 'Delete the view: Ours' }));
    expect((await question()).contains(document.activeElement)).toBe(true);
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(kept.removed).toEqual([]);
    await waitFor(() => expect(document.activeElement?.closest('section')).toBe(screen.getByRole('region', { name: 'Views' })));
    await user.click(screen.getByRole('button', { name: 'Delete the view: Ours' }));
    await user.click(within(await question()).getByRole('button', { name: 'Delete view' }));
    await waitFor(() => expect(kept.removed).toEqual([4]));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Ours/u })).toBeNull());
  });
});
