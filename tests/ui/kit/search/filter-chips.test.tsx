import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import { collectionMachine } from '#machines/table/collection.machine';
import { FilterChips } from '#ui/kit/search/FilterChips.tsx';
import { inertOf } from '#tests/machines/support/model.ts';
import { goodsInput, renderInApp, startKitMessages } from '../support.tsx';

await startKitMessages('en');

it('the keyboard goes on at the next condition when one is removed, and in the page after the last', async () => {
  const params = { status: 'on', stock: '3' };
  const collection = createActor(inertOf(collectionMachine), { input: { ...goodsInput(), params } }).start();
  renderInApp(
    <main tabIndex={-1}>
      <FilterChips collection={collection} resource={goods} />
    </main>,
  );
  const user = userEvent.setup();
  const buttons = screen.getAllByRole('button', { name: /^Remove/u });
  expect(buttons).toHaveLength(2);
  act(() => buttons[0]?.focus());
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Remove/u }));
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
