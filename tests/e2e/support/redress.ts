import type { Page } from 'playwright-core';

/** The other scheme at once, as the application sets it itself; to have the system say so, and wait for what moves, takes seconds each time. */
export const redress = (page: Page, colorScheme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((scheme) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets = [still];
    document.documentElement.dataset['mantineColorScheme'] = scheme;
  }, colorScheme);
