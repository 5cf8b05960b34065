import { render } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { defineResource } from '#api/contract/table/resource';
import { imageCell } from '#ui/kit/cells/image-cell.tsx';
import { startKitMessages } from '../support.tsx';

const resource = defineResource({
  name: 'person',
  controller: 'test.Person',
  table: 'person',
  titleField: 'name',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'desc' },
  fields: { id: { kind: 'id' }, name: { kind: 'string' }, avatar: { kind: 'image' }, cover: { kind: 'image' } },
});

beforeAll(() => startKitMessages('en'));

const shown = (fieldKey: 'avatar' | 'cover', value: string, title: string) => {
  const cell = imageCell({
    resource,
    fieldKey,
    field: resource.fields[fieldKey],
    record: { [fieldKey]: value },
    title,
    mayEdit: true,
    cdnUrl: '',
  });
  const { container } = render(cell);
  return { text: container.textContent, picture: container.querySelector('img')?.getAttribute('src') ?? null };
};

it('a cell of pictures shows the first letter of a person without a picture, and of nobody and nothing else', () => {
  expect(shown('avatar', '', ' lin')).toEqual({ text: 'L', picture: null });
  expect(shown('avatar', '', '林小雨')).toEqual({ text: '林', picture: null });
  expect(shown('avatar', '', '')).toEqual({ text: '—', picture: null });
  expect(shown('cover', '', 'lin')).toEqual({ text: '—', picture: null });
  expect(shown('avatar', '/a.png', 'lin')).toEqual({ text: '', picture: '/a.png' });
});
