import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { recordPaths } from './page-paths.ts';

const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
  });

let launched: Browser | null = null;

/** The browser that the files of one process share, one after the other; each has profiles of its own. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  if (launched?.isConnected() !== true) launched = await launchBrowser();
  return launched;
}

/** What a file has left open in the browser is closed after it, so that the next one finds it as new. */
export const leaveBrowser = async (): Promise<void> => {
  await Promise.all((launched?.contexts() ?? []).map((context) => context.close()));
};

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong in the page without anyone asking: uncaught errors, console errors, refused policies. */
  readonly complaints: readonly string[];
  /** Lets the pages talk to one more host. */
  readonly allow: (origin: string) => void;
}

/** What a browser has kept of an earlier visit, by the keys of its storage. */
export const storageStateOf = (origin: string, stored: Readonly<Record<string, unknown>>) => ({
  cookies: [],
  origins: [
    { origin, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify({ version: 1, value }) })) },
  ],
});

/**
 * A fresh browser profile on a page; the language is what was chosen last time, or the default.
 * @param options.stored what an earlier visit has left in the browser's storage, by its keys
 */
export async function visit(
  browser: Browser,
  url: string,
  options: { readonly width?: number; readonly height?: number; readonly stored?: Readonly<Record<string, unknown>> } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: 'fr-FR',
    baseURL: url,
    ...(options.stored && { storageState: storageStateOf(url, options.stored) }),
  });
  context.setDefaultTimeout(30_000);
  await recordPaths(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  // A page that asks an outside host for anything breaks the promise that it works without one. The browser finds none by its name. Requests
  // are watched, not held: whoever holds them has to answer for each, and the browser then caches nothing.
  const allowed = new Set([new URL(url).origin]);
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !allowed.has(origin)) complaints.push(`outside request: ${request.url()}`);
  });
  return { context, page, complaints, allow: (origin) => void allowed.add(origin) };
}
