import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { RelatedRecords } from '#domain/table/related';
import { FailureError } from '#domain/base/failure';
import type { CollectionQuery } from '#domain/table/resource-query';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionPage, Removal } from '#machines/table/collection.vocabulary';
import { relatedChoiceMachine, type RelatedChoiceInput } from '#machines/table/related-choice.machine';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { DeleteDialog } from '#ui/kit/table/DeleteDialog.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { ALL_ABILITIES, inputOf, OPTIONS, renderInApp, startKitMessages, testTools } from '../support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['tables']);
});

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const GOODS = { resource: 'goods', count: 1203, mayMove: true, mayRecycle: true, isBinned: true };

let end: () => void;
afterEach(() => end());

/** Asks about the category that the first option is. */
async function ask(...answers: (RelatedRecords | Error)[]) {
  const asked: RelatedChoiceInput[] = [];
  const removals: Removal[] = [];
  testTools.relatedChoice = relatedChoiceMachine.provide({
    actors: {
      findRelated: fromPromise<RelatedRecords, RelatedChoiceInput>(async ({ input }) => {
        asked.push(input);
        const answer = answers.shift();
        if (!answer || answer instanceof Error) throw answer;
        return answer;
      }),
    },
  });
  const rows = [{ id: 1, name: 'Tea' }];
  const collection = createActor(
    collectionMachine.provide({
      actors: {
        hearChanges: fromCallback(() => {}),
        loadPage: fromPromise<CollectionPage, { readonly resource: string; readonly query: CollectionQuery }>(async () => ({
          rows,
          total: rows.length,
          remark: '',
        })),
        removeRecords: fromPromise<void, Removal & { readonly resource: string }>(async ({ input }) => {
          removals.push(input);
        }),
      },
    }),
    { input: inputOf(goodsCategory, ALL_ABILITIES) },
  ).start();
  end = () => collection.stop();
  await waitFor(() => expect(collection.getSnapshot().context.rows).toEqual(rows));
  renderInApp(<DeleteDialog collection={collection} resource={goodsCategory} />);
  collection.send({ type: 'collection.deleteRequested', ids: [1] });
  await waitFor(() => expect(asked).toEqual([{ resource: 'goodsCategory', ids: [1] }]));
  return { asked, removals, user: userEvent.setup({ delay: null }) };
}

it('says how many goods there are, and moves them to the category that is picked, which is none that goes', async () => {
  const { removals, user } = await ask({ below: 2, list: [GOODS], seen: 's' });
  expect(await screen.findByRole('radiogroup', { name: 'Goods: 1,203' })).toBeTruthy();
  expect(screen.getByText('2 records below are deleted too.')).toBeTruthy();
  expect((await button('Delete')).disabled).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Move them' }));
  expect((await button('Delete')).disabled).toBe(true);
  await user.click(await screen.findByLabelText(/^Category/u, { selector: 'input' }));
  const options = await screen.findAllByRole('option', { hidden: true });
  expect(options.map((option) => [option.textContent, option.hasAttribute('data-combobox-disabled')])).toEqual(
    OPTIONS.map(({ label, value }) => [label, value !== 3]),
  );
  await user.click(options[2] as HTMLElement);
  await user.click(await button('Delete'));
  await waitFor(() => expect(removals).toMatchObject([{ ids: [1], related: { related: 'move', target: 3, seen: 's' } }]));
});

it('deletes them too, and says so where no recycle bin keeps them', async () => {
  const { removals, user } = await ask({ below: 0, list: [{ ...GOODS, isBinned: false }], seen: 's' });
  await user.click(await screen.findByRole('radio', { name: 'Delete them too' }));
  await user.click(await button('Delete'));
  await waitFor(() => expect(removals).toMatchObject([{ ids: [1], related: { related: 'recycle', seen: 's' } }]));
});

it('offers what this person may do, and lets nobody delete who may do neither', async () => {
  await ask({ below: 0, list: [{ ...GOODS, mayRecycle: false }], seen: 's' });
  expect((await screen.findAllByRole('radio')).map((one) => (one as HTMLInputElement).value)).toEqual(['move']);
});

it('lets nobody delete who may neither move nor delete them', async () => {
  await ask({ below: 0, list: [{ ...GOODS, mayMove: false, mayRecycle: false }], seen: 's' });
  expect(await screen.findByText(/neither move nor delete/u)).toBeTruthy();
  expect([screen.queryAllByRole('radio'), (await button('Delete')).disabled]).toEqual([[], true]);
});

it('deletes what nothing names as ever, once that is known', async () => {
  const { removals, user } = await ask(new FailureError({ kind: 'unreachable', online: false }), { below: 0, list: [], seen: 's' });
  await user.click(await button('Try again'));
  await waitFor(async () => expect((await button('Delete')).disabled).toBe(false));
  await user.click(await button('Delete'));
  await waitFor(() => expect(removals).toMatchObject([{ ids: [1], related: null }]));
});

it('gives the safe answer the focus, and the other the next place for the keyboard once it can be given', async () => {
  const { removals, user } = await ask({ below: 0, list: [], seen: 's' });
  await waitFor(async () => expect((await button('Delete')).disabled).toBe(false));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Delete');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(removals).toHaveLength(1));
});
