import type { Page } from 'playwright-core';

/** Leads the application that is there on to another address, as back and forward do; to load it anew for each page costs twice as much. */
export const leadTo = (page: Page, to: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState(history.state, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, to);
