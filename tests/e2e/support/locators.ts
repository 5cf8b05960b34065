import type { Locator, Page } from 'playwright-core';

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
