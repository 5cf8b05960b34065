import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { showTimesIn } from '#ui/kit/cells/time-text.ts';

// jsdom lays nothing out: what Mantine asks of a browser is answered as a wide, light screen would.
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  }) as unknown as MediaQueryList;
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
window.IntersectionObserver ??= class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
};
// oxlint-disable-next-line typescript/unbound-method -- asked for, not called
Element.prototype.scrollIntoView ??= () => {};

// What is waited for comes in its time, also on a computer that has much else to do.
configure({ asyncUtilTimeout: 15_000 });

afterEach(cleanup);
// Files share a page: what one of them has put into it by hand, and on whose clock it showed times, the next would find.
afterAll(() => {
  document.body.replaceChildren();
  showTimesIn('');
});
