import { describe, expect, it } from 'vitest';
import { NO_STRIP, restoreStrip, stripOfStart, type StoredStrip } from '#domain/shell/stored-strip';

const NOTHING = { fullScreen: false, tabs: [], closed: [] };

describe('a stored strip', () => {
  it.each([
    [undefined, null],
    ['oops', null],
    [{ fullScreen: true, tabs: [] }, null],
    [{ account: 2, fullScreen: true, tabs: [] }, null],
    [{ account: 1, fullScreen: 'yes', tabs: {}, closed: 7 }, NOTHING],
    [
      {
        account: 1,
        fullScreen: true,
        tabs: [
          { path: '/admin/a', search: '?b=1', isPinned: true },
          { path: '/admin/b', search: '', isPinned: 'yes' },
          { path: '//evil.example', search: '' },
          { path: 1, search: '' },
          { path: '/admin/c' },
          null,
        ],
        closed: [
          { path: '/admin/d', search: '', isPinned: false, at: 3 },
          { path: '/admin/e', search: '', at: 1.5 },
          { path: '/admin/f', search: '' },
          { path: 'javascript:1', search: '', at: 1 },
        ],
      },
      {
        fullScreen: true,
        tabs: [
          { path: '/admin/a', search: '?b=1', isPinned: true },
          { path: '/admin/b', search: '', isPinned: false },
        ],
        closed: [{ path: '/admin/d', search: '', isPinned: false, at: 3 }],
      },
    ],
  ])('%j', (stored, strip) => {
    expect(restoreStrip(stored, 1)).toEqual(strip);
  });

  it('has fifty tabs and ten closed ones at most', () => {
    const tabs = Array.from({ length: 60 }, (_, at) => ({ path: `/admin/${at}`, search: '', isPinned: false, at }));
    const strip = restoreStrip({ account: 1, tabs, closed: tabs }, 1);
    expect([strip?.tabs.length, strip?.closed.length]).toEqual([50, 10]);
  });
});

const tab = (name: string, isPinned = false) => ({ path: `/admin/${name}`, search: '', isPinned });

describe('what a strip begins with', () => {
  const own: StoredStrip = { fullScreen: false, tabs: [tab('a', true), tab('b')], closed: [{ ...tab('c'), at: 1 }] };
  const last: StoredStrip = { fullScreen: true, tabs: [tab('d', true), tab('e')], closed: [] };

  it('is all of its own window after a reload, with nothing to ask', () => {
    expect(stripOfStart(own, last)).toEqual({ ...own, offered: [] });
  });

  it('is what the last visit had pinned, and the rest is offered', () => {
    expect(stripOfStart(null, last)).toEqual({ fullScreen: true, tabs: [tab('d', true)], closed: [], offered: [tab('e')] });
  });

  it('is nothing for who comes first', () => {
    expect(stripOfStart(null, null)).toBe(NO_STRIP);
  });
});
