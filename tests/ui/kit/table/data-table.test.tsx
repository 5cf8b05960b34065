import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { admin } from '#sections/admin/admin.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { memberRule } from '#sections/member-rule/member-rule.resource.ts';
import { FailureError } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import type { CollectionInput, CollectionPage, MoveWish } from '#machines/table/collection.vocabulary';
import { recordFormMachine } from '#machines/table/record-form.machine';
import { DataTable } from '#ui/kit/table/DataTable.tsx';
import type { RowWindowProps, TableExtras } from '#ui/kit/table/base/table-extras.ts';
import { TableToolbar } from '#ui/kit/table/toolbar/TableToolbar.tsx';
import { ALL_ABILITIES, goodsInput, goodsRow, inputOf, goodsRows, NO_ABILITIES, renderInApp, startKitMessages } from '../support.tsx';

interface Given {
  readonly rows?: readonly ListRow[];
  readonly total?: number;
  readonly failure?: FailureError;
  readonly input?: CollectionInput;
  readonly resource?: Resource;
  readonly extras?: TableExtras;
}

const refusal = (code: number, message: string) => ({ kind: 'rejected', code, message }) as const;

/** A table whose page has been answered. */
async function show({ rows = [], total = rows.length, failure, input = goodsInput(), resource = goods, extras }: Given) {
  let answer: Promise<CollectionPage> = failure ? Promise.reject(failure) : Promise.resolve({ rows, total, remark: '' });
  const moved: unknown[] = [];
  const collection = createActor(
    collectionMachine.provide({
      actors: {
        loadPage: fromPromise(() => answer),
        hearChanges: fromCallback(() => {}),
        awaitLine: fromCallback(() => {}),
        recordForm: recordFormMachine.provide({ actors: { loadRecord: fromPromise(() => new Promise(() => {})) } }),
        moveRecord: fromPromise<void, MoveWish & { readonly resource: string }>(async ({ input: { move } }) => void moved.push(move)),
      },
    }),
    { input },
  ).start() as CollectionRef;
  const page = renderInApp(
    <>
      <TableToolbar collection={collection} resource={resource} />
      <DataTable collection={collection} resource={resource} extras={extras} />
    </>,
  );
  await act(async () => void (await answer.catch(() => {})));
  const answerWith = (next: Promise<CollectionPage>) => {
    next.catch(() => {});
    answer = next;
  };
  return { collection, moved, answerWith, user: userEvent.setup({ delay: null }), ...page };
}

const rowIds = () => [...document.querySelectorAll<HTMLElement>('tr[data-id]')].map((row) => Number(row.dataset['id']));
const rowOf = (id: number) => document.querySelector<HTMLElement>(`tr[data-id="${id}"]`)!;
const selection = (collection: CollectionRef) => [...collection.getSnapshot().context.selection].sort((a, b) => a - b);
const box = (id: number) => screen.getByRole('checkbox', { name: `Select: Tea ${id}` });

/** Takes a row's handle and moves it over another row. */
const drag = async (fromId: number, overId: number, end: 'pointerUp' | 'escape') => {
  const handle = within(rowOf(fromId)).getByRole('button', { name: `Drag to sort: Tea ${fromId}` });
  document.elementFromPoint = () => rowOf(overId);
  fireEvent.pointerDown(handle, { button: 0, pointerId: 1 });
  fireEvent.pointerMove(handle, { clientX: 5, clientY: 5 });
  const mark = rowOf(overId).dataset['drop'];
  if (end === 'escape') fireEvent.keyDown(window, { key: 'Escape' });
  await act(async () => void fireEvent.pointerUp(handle));
  return mark;
};

beforeAll(() => startKitMessages('en'));

/** What an open window is called, and the pictures in it. */
const windowSeen = () => {
  const dialog = screen.getByRole('dialog');
  return [
    dialog.querySelector('h2')?.textContent,
    ...within(dialog)
      .getAllByRole('img')
      .map((img) => img.getAttribute('src')),
  ];
};

describe('the window with what a row shows', () => {
  it('follows the record, and keeps what it showed of one that the list has no more', async () => {
    const { collection, user, answerWith } = await show({ rows: goodsRows(2) });
    const asked = async (rows: readonly ListRow[]) => {
      const answer = Promise.resolve({ rows, total: rows.length, remark: '' });
      answerWith(answer);
      await act(async () => {
        collection.send({ type: 'collection.refreshed' });
        await answer;
      });
    };
    await user.click(rowOf(2).querySelector('[data-action="preview"]')!);
    await screen.findByRole('dialog');
    expect(windowSeen()).toEqual(['Tea 2', '/samples/2.svg', '/samples/cup.svg']);
    await asked([{ ...goodsRow(2), title: 'deleted-2', images: ['/samples/cup.svg'] }]);
    expect(windowSeen()).toEqual(['deleted-2', '/samples/cup.svg']);
    await asked([]);
    expect(windowSeen()).toEqual(['Tea 2', '/samples/2.svg', '/samples/cup.svg']);
  });
});

const buttonIn = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });
/** Where the open window stands among all of its kind. */
const placeSeen = () => within(screen.getByRole('dialog')).getByRole('status').textContent;

describe('the window with pictures', () => {
  it('leads to the other records of the list that have some, by buttons and by keys', async () => {
    const bare = { ...goodsRow(2), images: [] };
    const { user } = await show({ rows: [goodsRow(1), bare, goodsRow(3), goodsRow(4)] });
    await user.click(rowOf(3).querySelector('[data-action="preview"]')!);
    await screen.findByRole('dialog');
    expect([windowSeen(), placeSeen()]).toEqual([['Tea 3', '/samples/3.svg', '/samples/cup.svg'], '2 of 3']);
    await user.click(buttonIn('Next record'));
    expect([windowSeen(), placeSeen()]).toEqual([['Tea 4', '/samples/4.svg', '/samples/cup.svg'], '3 of 3']);
    expect([buttonIn('Previous record'), buttonIn('Next record')].map((one) => one.getAttribute('aria-disabled'))).toEqual([
      'false',
      'true',
    ]);
    await user.click(buttonIn('Next record'));
    expect(placeSeen()).toBe('3 of 3');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect([windowSeen(), placeSeen()]).toEqual([['Tea 1', '/samples/1.svg', '/samples/cup.svg'], '1 of 3']);
    expect(buttonIn('Previous record').getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{ArrowLeft}{Control>}{ArrowRight}{/Control}');
    expect(placeSeen()).toBe('1 of 3');
    await user.keyboard('{ArrowRight}');
    expect(placeSeen()).toBe('2 of 3');
  });

  it('says nothing of others where it is the only one', async () => {
    const { user } = await show({ rows: [goodsRow(1), { ...goodsRow(2), images: [] }] });
    await user.click(rowOf(1).querySelector('[data-action="preview"]')!);
    await screen.findByRole('dialog');
    expect(screen.queryByRole('button', { name: 'Next record' })).toBeNull();
  });
});

describe('a hundred goods', () => {
  it('are all drawn, each cell by its kind', async () => {
    await show({ rows: goodsRows(100) });
    expect(rowIds()).toEqual(goodsRows(100).map(({ id }) => id));
    const cells = [...rowOf(100).querySelectorAll('td')];
    expect(cells.map((cell) => cell.textContent)).toEqual([
      '',
      '100',
      '+1',
      'Tea 100',
      'Green tea',
      '1,235.50',
      '12,000',
      'On sale',
      'newspring',
      expect.stringMatching(/^2025-11-2\d \d\d:\d\d$/u),
      '',
    ]);
    expect(screen.getByRole('grid', { name: 'Goods list' }).getAttribute('aria-rowcount')).toBe('101');
  });

  it('draws only the changed row again when one is selected', async () => {
    const { user } = await show({ rows: goodsRows(100) });
    const touched = new Set<Element>();
    const note = (records: readonly MutationRecord[]) => {
      for (const { target } of records) {
        const row = (target as Element).closest('tr');
        if (row) touched.add(row);
      }
    };
    const observer = new MutationObserver(note);
    observer.observe(document.querySelector('tbody')!, { subtree: true, attributes: true, childList: true });
    await user.click(box(50));
    note(observer.takeRecords());
    observer.disconnect();
    // The first row only gives up its place for Tab.
    expect([...touched].map((row) => row.getAttribute('data-id'))).toEqual(['1', '50']);
  });
});

describe('selection', () => {
  it('takes a range with shift, and lets it go again', async () => {
    const { user, collection } = await show({ rows: goodsRows(10) });
    await user.click(box(3));
    await user.keyboard('{Shift>}');
    await user.click(box(6));
    expect(selection(collection)).toEqual([3, 4, 5, 6]);
    await user.click(box(4));
    await user.keyboard('{/Shift}');
    expect(selection(collection)).toEqual([3]);
  });

  it('shows in the head what share is selected', async () => {
    const { user, collection } = await show({ rows: goodsRows(2) });
    const head = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
    await user.click(box(1));
    expect(head.indeterminate).toBe(true);
    await user.click(head);
    expect([head.checked, head.indeterminate]).toEqual([true, false]);
    await user.click(head);
    expect(selection(collection)).toEqual([]);
  });
});

describe('the keyboard', () => {
  it('moves among rows with one way in for Tab, selects, edits and asks to delete', async () => {
    const { user, collection } = await show({ rows: goodsRows(3) });
    expect([...document.querySelectorAll('tr[tabindex="0"]')]).toEqual([rowOf(1)]);
    rowOf(1).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(rowOf(3));
    expect([...document.querySelectorAll('tr[tabindex="0"]')]).toEqual([rowOf(3)]);
    await user.keyboard('{Home}{ }');
    expect(selection(collection)).toEqual([1]);
    await user.keyboard('{Delete}');
    expect(collection.getSnapshot().context.askedIds).toEqual([1]);
  });

  it('steps a row from its handle, which keeps the focus', async () => {
    const { user, moved } = await show({ rows: goodsRows(3) });
    within(rowOf(2)).getByRole('button', { name: 'Drag to sort: Tea 2' }).focus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getAllByRole('status').map((voice) => voice.textContent)).toContain('Tea 2: moved to row 1');
    expect(moved).toEqual([{ id: 2, targetId: 1 }]);
    expect((document.activeElement as HTMLElement).closest('tr')).toBe(rowOf(2));
  });

  it.each([
    [2, null],
    [12_000, 'Showing 2 of 12,000 records. Search to narrow the list.'],
  ])('says of a tree of %i records whether all are shown', async (total, said) => {
    const rows = [{ id: 1, name: 'Tea', status: true, children: [{ id: 2, name: 'Green tea', status: true }] }];
    await show({ resource: goodsCategory, input: inputOf(goodsCategory, ALL_ABILITIES), rows, total });
    expect(screen.queryByText(/^Showing/u)?.textContent ?? null).toBe(said);
  });

  it('opens and closes branches of a tree', async () => {
    const child = { id: 2, name: 'Green tea', status: true };
    const { user } = await show({
      resource: goodsCategory,
      input: inputOf(goodsCategory, ALL_ABILITIES),
      rows: [{ id: 1, name: 'Tea', status: true, children: [child] }],
    });
    const root = rowOf(1);
    expect(screen.getByRole('treegrid').contains(root)).toBe(true);
    root.focus();
    await user.keyboard('{ArrowRight}');
    expect([root.getAttribute('aria-expanded'), rowOf(2).getAttribute('aria-level')]).toEqual(['true', '2']);
    await user.keyboard('{ArrowLeft}');
    expect(rowIds()).toEqual([1]);
  });
});

describe('a drag', () => {
  beforeEach(() => {
    HTMLElement.prototype.setPointerCapture = () => {};
  });
  afterEach(() => {
    document.elementFromPoint = () => null;
  });

  it('marks where the row will stand and puts it there', async () => {
    const { moved } = await show({ rows: goodsRows(4) });
    expect(await drag(1, 3, 'pointerUp')).toBe('after');
    expect(moved).toEqual([{ id: 1, targetId: 3 }]);
    expect(document.querySelectorAll('[data-drop], [data-dragged]')).toHaveLength(0);
  });

  it('does nothing when it is given up with Esc, or dropped where it was', async () => {
    const { moved } = await show({ rows: goodsRows(4) });
    expect(await drag(4, 2, 'escape')).toBe('before');
    expect(await drag(2, 2, 'pointerUp')).toBeUndefined();
    expect(moved).toEqual([]);
  });

  it('is not offered while the list is in another order', async () => {
    await show({ rows: goodsRows(2), input: { ...goodsInput(), params: { order: 'price,asc' } } });
    expect(screen.queryByRole('button', { name: /^Drag to sort/u })).toBeNull();
    expect(screen.getByRole('columnheader', { name: /Price/u }).getAttribute('aria-sort')).toBe('ascending');
  });
});

describe('what a person may not do', () => {
  it('is not there', async () => {
    const { user, collection, container } = await show({ rows: goodsRows(2), input: goodsInput(NO_ABILITIES) });
    expect(container.querySelectorAll('[data-action="edit"], [data-action="delete"], [data-action="drag"]')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
    rowOf(1).focus();
    await user.keyboard('{Enter}{Delete}');
    expect(collection.getSnapshot().value).toMatchObject({ list: { browsing: 'ready' }, form: 'closed' });
  });
});

describe('a table without rows', () => {
  it('says that there are none yet and how to begin', async () => {
    const { user, collection } = await show({});
    screen.getByText('No goods yet');
    await user.click(screen.getByRole('button', { name: 'Add goods' }));
    expect(collection.getSnapshot().context.form).not.toBeNull();
  });

  it('says that none match, and clears the conditions', async () => {
    const { user, collection } = await show({ input: { ...goodsInput(), params: { status: 'on', quickSearch: 'x' } } });
    screen.getByText('No matching goods');
    await user.click(screen.getByRole('button', { name: 'Clear all conditions' }));
    expect(collection.getSnapshot().context.query).toMatchObject({ search: [], quickSearch: '' });
  });

  const [LOST, DENIED] = ['The list could not be loaded', 'You do not have permission to view goods'];
  const [LINE, LATER, ASK] = [
    'Check the connection and try again.',
    'Try again in a moment, or report the problem.',
    'Ask the site administrator for access, then refresh the page.',
  ];

  it.each([
    [LOST, LINE, { kind: 'unreachable', online: true }],
    [LOST, LINE, { kind: 'unreachable', online: false }],
    [LOST, LATER, { kind: 'http', status: 503, url: '/' }],
    [LOST, 'The store is closed.', refusal(0, 'The store is closed.')],
    [DENIED, ASK, { kind: 'http', status: 403, url: '/' }],
    [DENIED, ASK, refusal(401, 'You do not have permission to operate!')],
  ] as const)('says at once that %s: %s', async (title, why, failure) => {
    await show({ failure: new FailureError(failure) });
    expect(screen.getByRole('heading', { name: title }).nextElementSibling?.textContent).toBe(why);
    for (const name of ['Try again', 'Report a problem'])
      expect(screen.queryAllByRole('button', { name })).toHaveLength(title === LOST ? 1 : 0);
  });

  it.each([0, 2])('says why a list of %i rows could not be read again, until it could', async (count) => {
    const rows = goodsRows(count);
    const { collection, user, answerWith } = await show({ rows });
    const refresh = () => act(async () => collection.send({ type: 'collection.refreshed' }));
    answerWith(Promise.reject(new FailureError(refusal(0, 'The store is closed.'))));
    await refresh();
    expect(document.body.textContent).toContain('The store is closed.');
    expect([rowIds().length, screen.queryByText('No goods yet')]).toEqual([count, null]);
    answerWith(new Promise(() => {}));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.body.textContent).toContain('The store is closed.');
    answerWith(Promise.resolve({ rows, total: count, remark: '' }));
    await refresh();
    expect(document.body.textContent).not.toContain('The store is closed.');
    expect(screen.queryAllByText('No goods yet')).toHaveLength(count === 0 ? 1 : 0);
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('47.99em'),
          media: query,
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as unknown as MediaQueryList,
    );
  });
  afterEach(() => vi.restoreAllMocks());

  it('leaves no gap in a card for a picture that is not there', async () => {
    const [bare, pictured] = goodsRows(2);
    await show({
      rows: [
        { ...bare!, images: [] },
        { ...pictured!, images: ['/b.svg'] },
      ],
    });
    const tops = (await screen.findAllByRole('listitem')).map((card) => card.querySelector('strong')!.parentElement!);
    expect(tops.map((top) => [top.textContent, top.querySelectorAll('img').length])).toEqual([
      ['Tea 1', 0],
      ['Tea 2', 1],
    ]);
  });

  it('shows cards with the same facts and actions', async () => {
    const { user, collection } = await show({ rows: goodsRows(2) });
    expect(screen.queryByRole('grid')).toBeNull();
    const [card] = (await screen.findAllByRole('listitem')) as [HTMLElement];
    expect(
      within(card)
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['ID', 'Category', 'Price', 'Stock', 'Status', 'Tags', 'Created']);
    await user.click(within(card).getByRole('button', { name: 'Edit: Tea 1' }));
    expect(collection.getSnapshot().context.form?.ids).toEqual([1]);
  });

  it('ticks all cards of the page from where the chosen ones are counted, and leads on from there to all that match', async () => {
    const { user, collection } = await show({ rows: goodsRows(3), total: 40 });
    const [first] = (await screen.findAllByRole('checkbox')) as [HTMLElement];
    expect(screen.queryByRole('button', { name: 'Select all on this page' })).toBeNull();
    await user.click(first);
    await user.click(screen.getByRole('button', { name: 'Select all on this page' }));
    expect(selection(collection)).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Select all on this page' })).toBeNull();
    const bar = screen.getByText('3 selected').parentElement!;
    expect(within(bar).getByRole('button', { name: 'Select all 40 that match' })).toBeTruthy();
  });
});

const AboutRow = ({ row, actor }: RowWindowProps) => (
  <dialog open aria-label={`About ${row.id}`}>
    <button type="button" onClick={() => actor.send({ type: 'rowWindow.finished' })}>
      Done
    </button>
  </dialog>
);
const extras: TableExtras = { windows: [{ name: 'ask', icon: 'question', node: 'x/y', Window: AboutRow }] };

const statusChange = (id: number) => ({ type: 'collection.fieldChanged', id, field: 'status', value: false }) as const;

describe('the question before a deletion', () => {
  it.each([
    ['a section whose deletions can be taken back', goodsCategory, 0],
    ['one where more goes than the row', memberRule, 1],
    ['one with passwords', member, 1],
  ])('says of %s whether it can be undone', async (_case, resource, count) => {
    const row = { id: 1, name: 'Tea', title: 'Tea', username: 'tea' };
    const { user } = await show({ rows: [row], resource, input: inputOf(resource, ALL_ABILITIES) });
    await user.click(within(rowOf(1)).getByRole('button', { name: /^Delete/u }));
    await vi.waitFor(() => expect(document.querySelector('[role="alertdialog"]')).not.toBeNull(), 10_000);
    expect(screen.queryAllByText('This cannot be undone.')).toHaveLength(count);
  });
});

describe('buttons of single rows', () => {
  it('are not there for what the server would refuse, by pointer, double click or keyboard', async () => {
    const [first, second] = goodsRows(2);
    const { collection, user } = await show({ rows: [{ ...first!, refusedActions: ['edit', 'delete'] }, second!] });
    expect(within(rowOf(first!.id)).queryByRole('button', { name: /^(?:Edit|Delete)/u })).toBeNull();
    expect(within(rowOf(second!.id)).getAllByRole('button', { name: /^(?:Edit|Delete)/u })).toHaveLength(2);
    await user.dblClick(rowOf(first!.id).querySelectorAll('td')[3]!);
    fireEvent.keyDown(rowOf(first!.id), { key: 'Delete' });
    expect(collection.getSnapshot().value).toMatchObject({ list: { browsing: 'ready' }, form: 'closed' });
    fireEvent.keyDown(rowOf(second!.id), { key: 'Delete' });
    expect(collection.getSnapshot().value).toMatchObject({ list: 'confirming' });
  });

  it('ask before they turn off what no undo turns on again, and turn on at once', async () => {
    const account = { nickname: '', groupIds: [], version: 1 };
    const rows = [
      { id: 2, username: 'mei', status: true, ...account },
      { id: 3, username: 'lin', status: false, ...account },
    ] as unknown as readonly ListRow[];
    const { collection, user } = await show({ rows, resource: admin, input: inputOf(admin, ALL_ABILITIES) });
    const wanted: unknown[] = [];
    const send = vi
      .spyOn(collection, 'send')
      .mockImplementation((event) => void (event.type === 'collection.fieldChanged' && wanted.push([event.id, event.value])));
    await user.click(within(rowOf(3)).getByRole('switch'));
    await user.click(within(rowOf(2)).getByRole('switch'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Turn off “mei”?' }, { timeout: 5000 });
    expect(wanted).toEqual([[3, true]]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(wanted).toEqual([[3, true]]);
    await user.click(within(rowOf(2)).getByRole('switch'));
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    expect(wanted).toEqual([
      [3, true],
      [2, false],
    ]);
    send.mockRestore();
  });

  it.each([
    ['the record', { refusedActions: ['edit'] as const }],
    ['the field', { refusedFields: ['status'] }],
  ])('have no switch where the server would not change %s', async (_case, refusal) => {
    const rows = [1, 2].map((id): ListRow => ({ id, name: `Tea ${id}`, status: true, ...(id === 1 && refusal) }));
    const { collection } = await show({ rows, resource: goodsCategory, input: inputOf(goodsCategory, ALL_ABILITIES) });
    expect([1, 2].map((id) => within(rowOf(id)).queryAllByRole('switch').length)).toEqual([0, 1]);
    expect([1, 2].map((id) => collection.getSnapshot().can(statusChange(id)))).toEqual([false, true]);
  });

  it('open a window of the section’s own, after which the rows are read again', async () => {
    const { collection, user } = await show({ rows: goodsRows(2), extras });
    await user.click(within(rowOf(2)).getByRole('button', { name: 'resources.goods.windows.askRow' }));
    const isReading: boolean[] = [];
    collection.subscribe((snapshot) => void isReading.push(snapshot.matches({ list: { browsing: 'loading' } })));
    await user.click(within(screen.getByRole('dialog', { name: 'About 2' })).getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog', { name: 'About 2' })).toBeNull();
    expect(isReading).toContain(true);
  });

  it('open a window that stays while its row leaves the page, and while another page of the back office is looked at', async () => {
    const { collection, user, answerWith, unmount } = await show({ rows: goodsRows(2), extras });
    await user.click(within(rowOf(2)).getByRole('button', { name: 'resources.goods.windows.askRow' }));
    answerWith(Promise.resolve({ rows: goodsRows(1), total: 2, remark: '' }));
    await act(async () => collection.send({ type: 'collection.refreshed' }));
    await waitFor(() => expect(rowIds()).toEqual([1]));
    expect(screen.getByRole('dialog', { name: 'About 2' })).toBeDefined();
    answerWith(Promise.resolve({ rows: goodsRows(2), total: 2, remark: '' }));
    await act(async () => collection.send({ type: 'collection.refreshed' }));
    unmount();
    renderInApp(<DataTable collection={collection} resource={goods} extras={extras} />);
    expect(await screen.findByRole('dialog', { name: 'About 2' })).toBeDefined();
  });

  it('have no column where there is none', async () => {
    const { unmount } = await show({ rows: goodsRows(1) });
    expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeDefined();
    unmount();
    const readOnly = { rows: goodsRows(1), input: { ...goodsInput(), abilities: NO_ABILITIES } };
    await show({ ...readOnly, resource: { ...goods, calls: ['list'] } });
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
  });

  it('show the history of a record to whoever may read it alone; others find it beside the form', async () => {
    const { unmount } = await show({ rows: goodsRows(1) });
    expect(screen.queryByRole('button', { name: 'History: Tea 1' })).toBeNull();
    unmount();
    await show({ rows: goodsRows(1), input: { ...goodsInput(), abilities: NO_ABILITIES } });
    expect(screen.getByRole('button', { name: 'History: Tea 1' })).toBeDefined();
  });
});
