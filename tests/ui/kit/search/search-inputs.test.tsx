import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { SearchOperator } from '#domain/table/resource-query';
import { conditionsFrom, fromName } from '#ui/kit/search/search-conditions.ts';
import { SearchInput } from '#ui/kit/search/SearchInput.tsx';
import { renderInApp, startKitMessages } from '../support.tsx';

const resourceWith = (field: Field): Resource => ({
  name: 'sample',
  controller: 'sample.Sample',
  table: 'sample',
  titleField: 'id',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'asc' },
  fields: { id: { kind: 'id' }, thing: field },
});

beforeAll(async () => {
  await startKitMessages('en');
  // So that no test waits for the calendar being read.
  await import('#ui/kit/search/TimeBoxes.tsx');
});

describe('the search inputs', () => {
  // Field, the condition in force, the operator it is asked with: what the panel shows is what it asks again.
  it.each<[Field, string, SearchOperator]>([
    [{ kind: 'string', search: 'text' }, 'tea', 'LIKE'],
    [{ kind: 'string', search: 'equal' }, 'tea', 'eq'],
    [{ kind: 'integer', search: 'equal' }, '12', 'eq'],
    [{ kind: 'number', search: 'equal' }, '1.25', 'eq'],
    [{ kind: 'money', search: 'range' }, '10.5,', 'RANGE'],
    [{ kind: 'float', search: 'range' }, '0.125,0.25', 'RANGE'],
    [{ kind: 'year', search: 'range' }, '2024,2026', 'RANGE'],
    [{ kind: 'date', search: 'equal' }, '2026-04-05', 'eq'],
    [{ kind: 'date', search: 'range' }, '2026-04-05,2026-05-01', 'RANGE'],
    [{ kind: 'date', search: 'range' }, ',2026-05-01', 'RANGE'],
    [{ kind: 'time', search: 'equal' }, '09:30:00', 'eq'],
    [{ kind: 'time', search: 'range' }, '09:30:00,21:05:09', 'RANGE'],
    [{ kind: 'select', options: ['a', 'b'], search: 'select' }, 'b', 'eq'],
    [{ kind: 'radio', options: ['a', 'b'], search: 'select' }, 'b', 'eq'],
    [{ kind: 'checkbox', options: ['a', 'b'], search: 'select' }, 'b', 'FIND_IN_SET'],
    [{ kind: 'switch', search: 'select' }, '0', 'eq'],
    [{ kind: 'tags', search: 'text' }, 'new', 'FIND_IN_SET'],
    [{ kind: 'remoteSelect', of: 'goodsCategory', search: 'select' }, '2', 'eq'],
    [{ kind: 'remoteSelect', of: 'goodsCategory', search: 'select' }, '2', 'ne'],
    [{ kind: 'string', search: 'text' }, 'tea', 'BEGINS'],
    [{ kind: 'string', search: 'text' }, 'tea', 'NOT LIKE'],
    [{ kind: 'string', search: 'text' }, 'true', 'EMPTY'],
    [{ kind: 'string', search: 'equal' }, 'a,b', 'IN'],
    [{ kind: 'integer', search: 'range' }, '12', 'gt'],
    [{ kind: 'money', search: 'range' }, '10.5', 'elt'],
    [{ kind: 'date', search: 'range' }, 'last7Days', 'DURING'],
    [{ kind: 'date', search: 'range' }, '2026-04-05', 'lt'],
    [{ kind: 'select', options: ['a', 'b', 'c'], search: 'select' }, 'a,c', 'IN'],
    [{ kind: 'select', options: ['a', 'b', 'c'], search: 'select' }, 'b', 'NOT IN'],
    [{ kind: 'checkbox', options: ['a', 'b'], search: 'select' }, 'b', 'NOT FIND_IN_SET'],
    [{ kind: 'tags', search: 'text' }, 'true', 'NOT EMPTY'],
  ])('%j holds %s and asks by %s', async (field, value, operator) => {
    const resource = resourceWith(field);
    const { container } = renderInApp(
      <form>
        <SearchInput of={{ resource, key: 'thing', field, scope: 'search' }} operator={operator} name="thing" value={value} />
      </form>,
    );
    const asked = () => {
      const data = new FormData(container.querySelector('form')!);
      const groups = [{ key: 0, conditions: [{ field: 'thing', operator }] }];
      return conditionsFrom(resource, groups, (name) => (data.get(name) ?? '') as string).search;
    };
    await waitFor(() => expect(asked()).toEqual([{ field: 'thing', operator, value }]), { timeout: 10_000 });
  });

  it('offer a day by its calendar, not a number', async () => {
    const field: Field = { kind: 'date', search: 'range', label: { en: 'Day' } };
    const { container, findByRole } = renderInApp(
      <form>
        <SearchInput of={{ resource: resourceWith(field), key: 'thing', field, scope: 'search' }} operator="RANGE" name="thing" value="" />
      </form>,
    );
    const from = await findByRole('textbox', { name: 'Day: From' }, { timeout: 10_000 });
    expect(from.getAttribute('inputmode')).not.toBe('numeric');
    const asked = () => new FormData(container.querySelector('form')!).get(fromName('thing'));
    const user = userEvent.setup({ delay: null });
    await user.type(from, 'room 7');
    expect([asked(), screen.queryByText(/a date that exists/u) !== null]).toEqual(['', true]);
    await user.clear(from);
    await user.type(from, '2026-03-04');
    expect([asked(), screen.queryByText(/a date that exists/u)]).toEqual(['2026-03-04', null]);
  });
});
