import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { defineResource } from '#api/contract/table/resource';
import { linkCell } from '#ui/kit/cells/link-cell.tsx';

const resource = defineResource({
  name: 'site',
  controller: 'site.Site',
  table: 'site',
  titleField: 'name',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'desc' },
  fields: { id: { kind: 'id' }, name: { kind: 'string' }, home: { kind: 'string' } },
});
const show = (fieldKey: 'name' | 'home', value: string) =>
  render(
    linkCell({
      resource,
      fieldKey,
      field: resource.fields[fieldKey],
      record: { id: 1, [fieldKey]: value },
      title: value,
      mayEdit: true,
      isPending: false,
      cdnUrl: '',
    }),
  );

it.each(['https://example.com/a?b=1', 'http://example.com'])('a cell of addresses leads to %s in a tab of its own', (address) => {
  show('home', address);
  const link = screen.getByRole('link', { name: address });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    address,
    '_blank',
    'noopener noreferrer',
  ]);
});

it.each(['javascript:alert(1)', 'see https://example.com', 'example.com', '/admin', 'https://exa mple.com', 'mailto:a@example.com'])(
  'a cell of addresses shows %s as a text',
  (text) => {
    show('home', text);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText(text).textContent).toBe(text);
  },
);

it('a cell of addresses leaves the name of a record, which opens it, alone', () => {
  show('name', 'https://example.com');
  expect(screen.queryByRole('link')).toBeNull();
});
