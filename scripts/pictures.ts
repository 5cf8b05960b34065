import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createLogger } from '#server/base/logger';
import { openDatabase } from '#server/db/open-database';
import { ADMIN_PASSWORD, newDataDir, removeDataDir, startServer } from '#tests/e2e/support/server-process.ts';
import { launchBrowser } from './bench/browser.ts';

/**
 * Takes the pictures of the home page from the running product, with its sample data: `npm run pictures`, after a build. Each comes in both
 * languages, light and dark, as small as the browser's own WebP makes it.
 */
const FOLDER = join(import.meta.dirname, '../public/pictures');
/** All of one shape; what is shown smaller has less in it, so that it can still be read. */
const SHAPE = 1.6;
/** Sharp enough for a finer screen, at the width that the page shows them in. */
const PIXELS_ACROSS = 1800;
const QUALITY = 76;

type State = NonNullable<BrowserContextOptions['storageState']>;

/** One entry of the browser's storage. */
interface Kept {
  readonly name: string;
  readonly value: string;
}

interface Subject {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  readonly prepare: (page: Page) => Promise<void>;
}

const SUBJECTS: readonly Subject[] = [
  {
    name: 'table',
    path: '/admin/goods/goods',
    width: 1440,
    prepare: async (page) => {
      await page.locator('tbody tr[data-id]').nth(5).waitFor();
      // It comes with code of its own.
      await page.getByRole('button', { name: /^(Views|视图)/u }).waitFor();
    },
  },
  {
    name: 'timeline',
    path: '/admin/security/change',
    width: 1040,
    prepare: async (page) => {
      const first = page.locator('main li [aria-expanded="false"], main article [aria-expanded="false"]').first();
      await first.click();
      await page.locator('main a[href^="/admin/goods/goods"]').first().waitFor();
    },
  },
  {
    name: 'live',
    path: '/dev/flows',
    width: 1280,
    prepare: async (page) => {
      await page.locator('[role="treeitem"][data-key="app"]').focus();
      await page.keyboard.press('End');
      await page.locator('[role="treeitem"][data-key="app/adminSession"]').click();
      await page.locator('g[data-state="session.signedIn"][data-lit]').waitFor();
    },
  },
];

const logger = createLogger({ level: 'error', write: (line) => console.error(line), now: () => new Date() });

/** Samples are those of a Chinese shop; English readers get to see an English one. Written beside the journal, so that the timeline tells of people alone. */
async function translateSamples(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, logger });
  try {
    await database.withoutTimeout(async (trx) => {
      await sql`update goods_category set name = name_en where name_en <> ''`.execute(trx);
      await sql`update goods set title = title_en where title_en <> ''`.execute(trx);
      await sql`update goods set subtitle = '', tags = (select coalesce(jsonb_agg(coalesce(${JSON.stringify(TAGS)}::jsonb ->> tag, tag)), '[]'::jsonb)
        from jsonb_array_elements_text(tags) as tag)`.execute(trx);
    });
  } finally {
    await database.close();
  }
}

const TAGS: Readonly<Record<string, string>> = {
  新品: 'new',
  热卖: 'popular',
  送礼: 'gift',
  有机: 'organic',
  手工: 'handmade',
  特价: 'sale',
};
/** What somebody has written since, by language. */
const WRITTEN = {
  'zh-cn': { subtitle: '金毫显露，甜醇回甘', category: '花草茶与果茶' },
  en: { subtitle: 'Golden tips, sweet and round', category: 'Herbal and fruit infusions' },
} as const;
type Language = keyof typeof WRITTEN;

/** Signs in as a person would, and changes a few things, so that there is something to see. @returns what keeps the sign-in, and nothing of the visit */
async function signedIn(browser: Browser, url: string, language: Language): Promise<Kept> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/admin/login`);
  await page.fill('input[name="username"]', 'admin');
  await page.fill('input[name="password"]', ADMIN_PASSWORD);
  await page.click('button[type="submit"]');
  await page.waitForSelector('nav a, nav button');
  const state = await context.storageState();
  await context.close();
  const kept = state.origins[0]?.localStorage.find(({ name }) => name === 'adminInfo')?.value ?? '{}';
  const { token } = (JSON.parse(kept) as { readonly value: { readonly token: string } }).value;
  const headers = { server: 'true', batoken: token, 'content-type': 'application/json' };
  const post = (call: string, body: unknown) => fetch(`${url}/api/admin/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { subtitle, category } = WRITTEN[language];
  await post('goods.Goods/edit', { id: 1, price: '388.00', stock: 40, version: 1 });
  await post('goods.Goods/edit', { id: 11, subtitle, version: 1 });
  await post('goods.Category/edit', { id: 4, name: category, version: 1 });
  await post('goods.Goods/edit', { id: 24, price: '928.00', list_price: '980.00', version: 1 });
  return { name: 'adminInfo', value: kept };
}

/** Nothing else of an earlier visit, which the page would offer to go on with. */
const withChoice = (kept: Kept, url: string, language: Language, scheme: string): State => ({
  cookies: [],
  origins: [
    {
      origin: url,
      localStorage: [kept, { name: 'storeConfig', value: JSON.stringify({ version: 1, value: { language, layout: { scheme } } }) }],
    },
  ],
});

async function takePictures(browser: Browser, url: string, language: Language): Promise<void> {
  const kept = await signedIn(browser, url, language);
  for (const scheme of ['light', 'dark'] as const) {
    const storageState = withChoice(kept, url, language, scheme);
    for (const { name, path, width, prepare } of SUBJECTS) {
      const viewport = { width, height: Math.round(width / SHAPE) };
      const look = { viewport, deviceScaleFactor: PIXELS_ACROSS / width, colorScheme: scheme, reducedMotion: 'reduce' } as const;
      const context = await browser.newContext({ ...look, storageState });
      const page = await context.newPage();
      await page.goto(url + path);
      await prepare(page);
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => document.fonts.ready);
      await page.mouse.move(0, 0);
      const session = await context.newCDPSession(page);
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
      const file = `${name}-${language}-${scheme}.webp`;
      writeFileSync(join(FOLDER, file), Buffer.from(data, 'base64'));
      console.log(`${file}: ${(Buffer.byteLength(data, 'base64') / 1024).toFixed(1)} KB`);
      await context.close();
    }
  }
}

const started = (dataDir: string) => startServer({ dataDir, entry: 'tests/support/start-test.ts' });
mkdirSync(FOLDER, { recursive: true });
const browser = await launchBrowser();
try {
  for (const language of ['zh-cn', 'en'] as const) {
    const dataDir = newDataDir();
    try {
      if (language === 'en') {
        await (await started(dataDir)).end('SIGTERM');
        await translateSamples(dataDir);
      }
      const server = await started(dataDir);
      try {
        await takePictures(browser, server.url, language);
      } finally {
        await server.end('SIGTERM');
      }
    } finally {
      removeDataDir(dataDir);
    }
  }
} finally {
  await browser.close();
}
