import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { recordPaths } from './page-paths.ts';

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong in the page without anyone asking: uncaught errors, console errors, refused policies. */
  readonly complaints: readonly string[];
}

/** A fresh browser profile on a page; the language is what was chosen last time, or the default. */
export async function visit(
  browser: Browser,
  url: string,
  options: { readonly width?: number; readonly height?: number } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: 'fr-FR',
    baseURL: url,
  });
  context.setDefaultTimeout(30_000);
  await recordPaths(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  // A page that asks an outside host for anything breaks the promise that it works without one.
  await context.route(
    (address) => address.origin !== new URL(url).origin && address.protocol.startsWith('http'),
    async (route) => {
      complaints.push(`outside request: ${route.request().url()}`);
      await route.abort();
    },
  );
  return { context, page, complaints };
}
