import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useState } from 'react';
import { goods } from '#sections/goods/goods.resource.ts';
import { FIELD_INPUTS } from '#ui/kit/fields/registry.ts';
import { renderInApp, startKitMessages } from '../support.tsx';

beforeAll(() => startKitMessages('en'));

const said: unknown[] = [];
let saved = 0;
beforeEach(() => {
  said.length = 0;
  saved = 0;
});

/** A record picker in a form that Enter saves. */
function Form({ value }: { readonly value: number | null }) {
  const [shown, setShown] = useState<unknown>(value);
  const Input = FIELD_INPUTS.remoteSelect;
  const field = { kind: 'remoteSelect', of: 'goodsCategory', label: { en: 'Category' } } as const;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saved += 1;
      }}
    >
      <Input
        of={{ resource: { ...goods, fields: { thing: field } }, key: 'thing', field }}
        value={shown}
        record={{}}
        error={undefined}
        readOnly={false}
        onChange={(next) => {
          said.push(next);
          setShown(next);
        }}
        onLeave={() => {}}
      />
      <button type="submit">Save</button>
    </form>
  );
}

const listed = (...labels: string[]) =>
  waitFor(() => expect(screen.queryAllByRole('option').map(({ textContent }) => textContent)).toEqual(labels));

async function show(value: number | null) {
  renderInApp(<Form value={value} />);
  const user = userEvent.setup({ delay: null });
  const box = await screen.findByLabelText<HTMLInputElement>('Category', { selector: 'input' });
  return { user, box };
}

it('Enter after typing chooses the first of what was looked for, and saves no form', async () => {
  const { user, box } = await show(1);
  await user.click(box);
  await listed('Tea', 'Green tea', 'Kitchen');
  await user.keyboard('Kitch');
  await listed('Kitchen');
  await user.keyboard('{Enter}');
  expect([said, saved, box.value]).toEqual([[3], 0, 'Kitchen']);
  // The list is closed: now it is about the form.
  await user.keyboard('{Enter}');
  expect([said, saved]).toEqual([[3], 1]);
});

it('Enter where nothing is found, and in a list where nothing is looked for, changes nothing and leaves nothing', async () => {
  const { user, box } = await show(1);
  await user.click(box);
  await listed('Tea', 'Green tea', 'Kitchen');
  await user.keyboard('{Enter}');
  await user.keyboard('nothing of it');
  await listed();
  await user.keyboard('{Enter}');
  expect([said, saved, box.value]).toEqual([[], 0, 'nothing of it']);
});

it('Enter takes what is marked now, and nothing by the place of what was chosen before', async () => {
  const { user, box } = await show(null);
  await user.click(box);
  await listed('Tea', 'Green tea', 'Kitchen');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(said).toEqual([2]);
  await user.click(box);
  await listed('Tea', 'Green tea', 'Kitchen');
  await user.keyboard('e');
  await listed('Tea', 'Green tea', 'Kitchen');
  await user.keyboard('{Enter}');
  expect([said, saved]).toEqual([[2, 1], 0]);
});

it('Enter after typing into a list of several chooses the first as well', async () => {
  const chosen: unknown[] = [];
  const Input = FIELD_INPUTS.remoteSelects;
  const field = { kind: 'remoteSelects', of: 'goodsCategory', label: { en: 'Category' } } as const;
  renderInApp(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saved += 1;
      }}
    >
      <Input
        of={{ resource: { ...goods, fields: { thing: field } }, key: 'thing', field }}
        value={[]}
        record={{}}
        error={undefined}
        readOnly={false}
        onChange={(next) => void chosen.push(next)}
        onLeave={() => {}}
      />
      <button type="submit">Save</button>
    </form>,
  );
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByLabelText('Category', { selector: 'input' }));
  await waitFor(() => expect(screen.queryAllByRole('option')).not.toEqual([]));
  await user.keyboard('Kitch{Enter}');
  expect([chosen, saved]).toEqual([[[3]], 0]);
});
