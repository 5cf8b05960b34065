import { describe, expect, it } from 'vitest';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import { fromAddress, toAddress, type Addressing } from '#domain/table/collection-address';
import { recordIn, requestsIn, withRecordIn, withRequestsIn } from '#domain/table/record-address';

describe('the address of a record', () => {
  it('is that of its list, with the record', () => {
    expect(withRecordIn('?page=2&status=on', 7)).toBe('?page=2&status=on&record=7');
    expect(withRecordIn('?record=7&page=2', 8)).toBe('?page=2&record=8');
    expect(withRecordIn('?record=7', null)).toBe('');
    expect(recordIn('?page=2&record=7')).toBe(7);
  });

  it.each(['', '?record=', '?record=0', '?record=-1', '?record=1e3', '?record=07', '?record=9999999999999999'])(
    'names none in "%s"',
    (search) => {
      expect(recordIn(search)).toBeNull();
    },
  );

  it('is another one for what was requested there, which is no filter either', () => {
    expect(withRequestsIn('?page=2', 7)).toBe('?page=2&record.requests=7');
    expect([requestsIn('?page=2&record.requests=7'), recordIn('?record.requests=7'), requestsIn('?record=7')]).toEqual([7, null, null]);
    expect(withRequestsIn('?record.requests=7&page=2', null)).toBe('?page=2');
    const addressing: Addressing = {
      fields: [{ field: 'record', name: 'record', operator: 'eq' }],
      sortable: [],
      defaults: EMPTY_QUERY,
    };
    expect(fromAddress(addressing, { 'record.requests': '7' })).toEqual(EMPTY_QUERY);
  });

  it('is no filter, though a field be called so', () => {
    const addressing: Addressing = {
      fields: [{ field: 'record', name: 'record', operator: 'eq' }],
      sortable: [],
      defaults: EMPTY_QUERY,
    };
    expect(fromAddress(addressing, { record: '7' })).toEqual(EMPTY_QUERY);
    const search = [{ field: 'record', operator: 'eq' as const, value: 'x' }];
    const params = toAddress(addressing, { ...EMPTY_QUERY, search });
    expect(params).toEqual({ 'record.eq': 'x' });
    expect(fromAddress(addressing, params).search).toEqual(search);
  });
});
