import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { goods } from '#sections/goods/goods.resource.ts';
import { stateCell } from '#ui/admin/table/state-cell.tsx';
import { goodsRow, startKitMessages } from '../../kit/support.tsx';

beforeEach(() => startKitMessages('en'));

const show = async (more: object) => {
  const field = goods.fields.status;
  const told = { resource: goods, fieldKey: 'status', field, title: 'Tea', mayEdit: true, cdnUrl: '' } as const;
  await act(async () => void render(stateCell({ ...told, record: { ...goodsRow(7), status: 'draft', ...more } })));
};

it('the state of a record that waits for approval bears a sign, in words for whoever sees none', async () => {
  await show({ openRequest: 'clerk has asked for “Publish”.' });
  const state = await screen.findByRole('button', { name: 'Draft clerk has asked for “Publish”.' });
  expect(screen.getByRole('img', { name: 'clerk has asked for “Publish”.' })).toBeDefined();
  expect(state.dataset['tip']).toBe('clerk has asked for “Publish”.');
});

it('the state of any other record bears none', async () => {
  await show({});
  expect(screen.getByRole('button', { name: 'Draft' }).dataset['tip']).toBeUndefined();
  expect(screen.queryByRole('img')).toBeNull();
});
