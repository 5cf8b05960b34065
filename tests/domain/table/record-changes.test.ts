import { describe, expect, it } from 'vitest';
import { changedElsewhere } from '#domain/table/changed-elsewhere';
import { changedValues, conflictingFields, mergeRecord } from '#domain/table/record-changes';

const loaded = { title: 'Tea', price: 100, tags: ['new'], version: 1 };
const mine = { ...loaded, title: 'Green tea', tags: ['new', 'hot'] };

describe('what was changed', () => {
  it('is what differs by content', () => {
    expect(changedValues(loaded, mine)).toEqual({ title: 'Green tea', tags: ['new', 'hot'] });
    expect(changedValues(loaded, { ...loaded, tags: ['new'] })).toEqual({});
    expect(changedValues({}, { title: '' })).toEqual({ title: '' });
  });
});

describe('two people who changed one record', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['another field', { ...loaded, price: 200, version: 2 }, []],
    ['the same field to the same', { ...loaded, title: 'Green tea', version: 2 }, []],
    ['the same field to something else', { ...loaded, title: 'Oolong', version: 2 }, ['title']],
    ['both', { ...loaded, title: 'Oolong', tags: [], version: 2 }, ['title', 'tags']],
  ])('conflict where they changed %s', (_name, theirs, expected) => {
    expect(conflictingFields(loaded, mine, theirs)).toEqual(expected);
  });

  it('say what one of them alone has changed: not what both have, were it to the same, and what is new there', () => {
    expect(changedElsewhere(loaded, mine, { ...loaded, title: 'Oolong', price: 200, tags: ['new', 'hot'], unit: 'g' })).toEqual([
      'price',
      'unit',
    ]);
    expect(changedElsewhere(loaded, mine, loaded)).toEqual([]);
  });

  it('merge: theirs where I changed nothing, mine else, unless theirs was chosen', () => {
    const theirs = { title: 'Oolong', price: 200, tags: ['new'], version: 2 };
    expect(mergeRecord(loaded, mine, theirs, {})).toEqual({ title: 'Green tea', price: 200, tags: ['new', 'hot'], version: 2 });
    expect(mergeRecord(loaded, mine, theirs, { title: 'theirs' })).toEqual({
      title: 'Oolong',
      price: 200,
      tags: ['new', 'hot'],
      version: 2,
    });
  });
});
