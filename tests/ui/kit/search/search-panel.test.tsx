import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { collectionMachine } from '#machines/table/collection.machine';
import { goods } from '#sections/goods/goods.resource.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { SearchPanel } from '#ui/kit/search/SearchPanel.tsx';
import { goodsInput, renderInApp, startKitMessages } from '../support.tsx';

const titleBox = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });

it('a search is emptied by its button, also of what was typed and never applied', async () => {
  await startKitMessages('en');
  const collection = createActor(inertOf(collectionMachine), { input: goodsInput() }).start();
  collection.send({ type: 'collection.tableArranged', table: { isSearchOpen: true } });
  renderInApp(<SearchPanel collection={collection} resource={goods} />);
  const user = userEvent.setup();
  await user.type(titleBox(), 'oolong');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(titleBox().value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(collection.getSnapshot().context.query.search).toEqual([]);
});
