import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Resource } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import type { CollectionInput, CollectionPage } from '#machines/table/collection.vocabulary';
import { goods } from '#sections/goods/goods.resource.ts';
import { webhookDelivery } from '#sections/webhook-delivery/webhook-delivery.resource.ts';
import { webhookDeliveryWindows } from '#sections/webhook-delivery/webhook-delivery.windows.tsx';
import { DataTable } from '#ui/kit/table/DataTable.tsx';
import type { TableExtras } from '#ui/kit/table/base/table-extras.ts';
import { TableToolbar } from '#ui/kit/table/toolbar/TableToolbar.tsx';
import { ALL_ABILITIES, goodsRows, inputOf, NO_ABILITIES, renderInApp, startKitMessages } from '../support.tsx';

beforeAll(() => startKitMessages('en'));

async function show(resource: Resource, rows: readonly ListRow[], abilities: CollectionInput['abilities'], extras?: TableExtras) {
  const answer = Promise.resolve<CollectionPage>({ rows, total: rows.length, remark: '' });
  const collection = createActor(
    collectionMachine.provide({
      actors: { loadPage: fromPromise(() => answer), hearChanges: fromCallback(() => {}), awaitLine: fromCallback(() => {}) },
    }),
    { input: inputOf(resource, abilities) },
  ).start() as CollectionRef;
  renderInApp(
    <>
      <TableToolbar collection={collection} resource={resource} />
      <DataTable collection={collection} resource={resource} extras={extras} />
    </>,
  );
  await act(async () => void (await answer));
  return { collection, user: userEvent.setup({ delay: null }) };
}

const rowOf = (id: number) => document.querySelector<HTMLElement>(`tr[data-id="${id}"]`)!;

describe('rows can be chosen', () => {
  const { lifeField: _field, life: _life, ...plain }: Resource = goods;
  const kept: Resource = { ...plain, export: 'never' };

  it('where something is done with those that are, and nowhere else', async () => {
    const { collection } = await show(kept, goodsRows(2), NO_ABILITIES);
    expect(screen.queryAllByRole('checkbox', { name: /^Select/u })).toEqual([]);
    const grid = screen.getByRole('grid');
    expect([grid.getAttribute('aria-multiselectable'), rowOf(1).hasAttribute('aria-selected')]).toEqual(['false', false]);
    expect(grid.querySelectorAll('col')).toHaveLength(grid.querySelectorAll('thead th').length);
    fireEvent.keyDown(rowOf(1), { key: ' ' });
    expect(collection.getSnapshot().context.selection).toEqual([]);
  });

  it('by whoever may change them', async () => {
    await show(kept, goodsRows(2), ALL_ABILITIES);
    expect(screen.getAllByRole('checkbox', { name: /^Select/u })).toHaveLength(3);
  });

  it('by whoever may only take them along, which is offered in words beside their number', async () => {
    const { user } = await show(goods, goodsRows(2), NO_ABILITIES);
    expect(screen.getByRole('button', { name: 'Export' }).textContent).toBe('');
    await user.click(screen.getByRole('checkbox', { name: 'Select: Tea 1' }));
    const bar = screen.getByText('1 selected').parentElement!;
    expect(
      within(bar)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Export', 'Deselect']);
    expect(screen.getAllByRole('button', { name: 'Export' })).toHaveLength(1);
  });
});

/** What leads a card, and its facts by their names. */
const facts = (card: HTMLElement) => [
  card.querySelector('strong')!.textContent,
  ...[...card.querySelectorAll('dl > div')].map(
    (fact) => `${fact.querySelector('dt')!.textContent}: ${fact.querySelector('dd')!.textContent.trim()}`,
  ),
];

describe('a card of records that are called by a number', () => {
  afterEach(() => vi.restoreAllMocks());

  it('leads with what says something, and has the number among its facts', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('47.99em'),
          media: query,
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    );
    const row = { id: 54, webhookId: 2, webhook: { id: 2, name: 'Warehouse' }, kind: 'changed', resource: 'goods', recordId: 7, event: '' };
    const waiting = { ...row, state: 'waiting', status: 503, fault: 'refused', nextAt: 1_768_435_200, createTime: 1_768_435_100 };
    const delivered = { ...waiting, id: 53, state: 'delivered', status: 204, fault: null };
    await show(webhookDelivery, [waiting, delivered], NO_ABILITIES, webhookDeliveryWindows);
    const cards = await screen.findAllByRole('listitem');
    expect(cards.map((card) => facts(card).slice(0, 6))).toEqual([
      ['Warehouse', 'ID: 54', 'Event: Changed', 'State: Waiting', 'Reason: Not accepted503', 'Next attempt: now'],
      ['Warehouse', 'ID: 53', 'Event: Changed', 'State: Delivered', 'Reason: —', 'Next attempt: —'],
    ]);
  });
});
