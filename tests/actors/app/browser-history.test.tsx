import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserHistory } from '#actors/app/browser-history';

const isWanted = (href: string) => href !== '/404';

/** The browser's own list of this origin's entries, the last of which is shown. An address of another page load may be hidden. */
const listed = (urls: readonly (string | null)[]) =>
  vi.stubGlobal('navigation', {
    currentEntry: { index: urls.length - 1 },
    entries: () => urls.map((url) => ({ url: url === null ? null : `http://localhost:3000${url}` })),
  });

afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

describe('the way back in a browser', () => {
  it.each([
    ['the page before', ['/a?b=1#c', '/404'], 1],
    ['the nearest that is wanted', ['/a', '/404', '/404'], 2],
    ['one of another page load, whose address is hidden', [null, '/404'], 1],
    ['nothing, where all behind is unwanted', ['/404', '/404'], null],
    ['nothing, where the tab begins here or another site lies behind', ['/404'], null],
  ])('finds %s', (_case, urls, steps) => {
    listed(urls);
    expect(browserHistory().stepsBack(isWanted)).toBe(steps);
  });

  it('asks about whole addresses', () => {
    listed(['/a?b=1#c', '/404']);
    const asked: string[] = [];
    browserHistory().stepsBack((href) => asked.push(href) > 0);
    expect(asked).toEqual(['/a?b=1#c']);
  });

  it('knows only its own pushes where the browser lists nothing', () => {
    vi.stubGlobal('navigation', undefined);
    const own = browserHistory();
    expect(own.stepsBack(isWanted)).toBe(null);
    own.write('/404', 'push');
    expect(own.stepsBack(isWanted)).toBe(1);
  });
});
