import { describe, expect, it } from 'vitest';
import { writeNews } from '#domain/changes/write-news';

const titleOf = (id: number): string => (id === 7 ? 'Tea' : '');
const news = (call: string, input: unknown, output: unknown = { change: 3 }) =>
  writeNews({ path: `/admin/goods.Goods/${call}`, input, output }, 'title_en', titleOf, true);

describe('writeNews', () => {
  it.each([
    ['add', { title_en: 'Cup' }, { id: 8, change: 3 }, { action: 'add', title: 'Cup', count: 1 }],
    // What was written counts more than what the list still shows.
    ['edit', { id: 7, title_en: 'Green tea' }, { change: 3 }, { action: 'edit', title: 'Green tea', count: 1 }],
    ['edit', { id: 7, stock: 3 }, { change: 3 }, { action: 'edit', title: 'Tea', count: 1 }],
    ['edit', { id: 9, stock: 3 }, { change: 3 }, { action: 'edit', title: '', count: 1 }],
    ['del', { ids: [7] }, { count: 1, change: 3 }, { action: 'del', title: 'Tea', count: 1 }],
    ['del', { ids: [7, 8] }, { count: 2, change: 3 }, { action: 'del', title: '', count: 2 }],
    ['sortable', { id: 7, targetId: 8 }, { change: 3 }, { action: 'sortable', title: 'Tea', count: 1 }],
    ['sortable', { move: 7, target: 8 }, { change: 3 }, { action: 'sortable', title: 'Tea', count: 1 }],
    ['bulk', { ids: [7, 8], values: {} }, { count: 2, change: 3 }, { action: 'edit', title: '', count: 2 }],
    ['bulk', { ids: [7], values: {} }, { count: 1, change: 3 }, { action: 'edit', title: 'Tea', count: 1 }],
    ['import', { rows: [] }, { count: 40, change: 3 }, { action: 'add', title: '', count: 40 }],
    ['restore', { ids: [7] }, { count: 1, change: 3 }, { action: 'restore', title: 'Tea', count: 1 }],
    ['rollback', { ids: [7, 8] }, { count: 2, change: 3 }, { action: 'rollback', title: '', count: 2 }],
    ['apply', { sets: [2] }, { change: 3 }, { action: 'undo', title: '', count: 0 }],
    ['undo', { change: 2 }, { change: 3 }, { action: 'undo', title: '', count: 0 }],
  ])('says what %s of %j did', (call, input, output, expected) => {
    expect(news(call, input, output)).toEqual(expected);
  });

  it('says what an event did in a section with a life, or that somebody else is asked first, and knows of none in another', () => {
    expect(news('publish', { ids: [7] }, { count: 1, change: 3 })).toEqual({ action: 'step', title: 'Tea', count: 1 });
    expect(news('publish', { ids: [7, 8] }, { count: 2, change: 3 })).toEqual({ action: 'step', title: '', count: 2 });
    expect(news('approve', { ids: [7] }, { count: 0, request: 4 })).toEqual({ action: 'ask', title: 'Tea', count: 1 });
    const done = { path: '/admin/goods.Goods/publish', input: { ids: [7] }, output: { count: 1, change: 3 } };
    expect(writeNews(done, 'title_en', titleOf, false)).toBeNull();
  });

  it('knows nothing of other calls', () => {
    expect(news('explain', { id: 7 })).toBeNull();
    expect(news('add', null)).toBeNull();
    expect(news('add', ['x'])).toBeNull();
  });
});
