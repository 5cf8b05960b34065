import type { Browser, BrowserContextOptions } from 'playwright-core';
import { storageStateOf } from '#tests/e2e/support/browser.ts';
import { addSignedInMember } from '#tests/e2e/support/signed-in-member.ts';
import { ADMIN_PASSWORD, newDataDir, removeDataDir, startServer } from '#tests/e2e/support/server-process.ts';
import { launchBrowser } from './browser.ts';
import { buildBenchPage, pagePath, prerenderedCopy, wordsAlone } from './build-pages.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { PAGE_BUDGETS } from './page-budgets.ts';
import { KB, kbText, median, ratioText } from './statistics.ts';
import { serveFolders } from './static-server.ts';
import { type Pace, type VisitFigures, visitOnce } from './visit.ts';

export interface Subject {
  readonly name: string;
  readonly url: string;
  /** What stands in the document when the page can be used. */
  readonly ready: string;
  readonly storageState?: BrowserContextOptions['storageState'];
  /** The floor it is held against, and how far above it may be. */
  readonly beside?: { readonly floor: string; readonly fcp?: number; readonly ready?: number };
  readonly budgetKb?: number;
  /** The page with nothing but the words of this one, which tells what it costs to read so much. */
  readonly words?: string;
}

const ROUNDS: Readonly<Record<Effort, number>> = { whole: 5, short: 1 };
const PACES: readonly Pace[] = ['normal', 'slow'];
/** Source: performance.md "Budgets". */
const REQUESTS_BUDGET = 12;
const PASSWORD = 'input[name="password"]';

const FLOORS = {
  plain: 'floor: login in plain HTML',
  react: 'floor: React login',
  mantine: 'floor: Mantine + XState login',
  prerendered: 'floor: the same, prerendered',
  shell: 'floor: Mantine shell with a table',
} as const;

/** What the product's parts weigh by themselves, served by a plain file server. */
async function floors(browser: Browser) {
  const folders: Record<string, string> = {};
  for (const name of ['plain-login', 'react-login', 'mantine-login', 'mantine-shell'])
    folders[name] = await buildBenchPage(`floors/${name}`);
  const server = await serveFolders(folders);
  const address = (page: string, folder = page) => `${server.url}/${folder}/${pagePath(`floors/${page}`)}`;
  folders['prerendered'] = prerenderedCopy(folders['mantine-login'] ?? '', await rootHtml(browser, address('mantine-login')));
  const subjects: readonly Subject[] = [
    { name: FLOORS.plain, url: address('plain-login'), ready: PASSWORD },
    { name: FLOORS.react, url: address('react-login'), ready: PASSWORD },
    { name: FLOORS.mantine, url: address('mantine-login'), ready: PASSWORD },
    { name: FLOORS.prerendered, url: address('mantine-login', 'prerendered'), ready: '[data-mounted]' },
    { name: FLOORS.shell, url: address('mantine-shell'), ready: 'tbody tr' },
  ];
  const words = async ({ name, url, ready }: Subject): Promise<Subject> => {
    const folder = `words-of-${name.replaceAll(' ', '-')}`;
    folders[folder] = wordsAlone(folder, await (await fetch(url)).text());
    return { name: `floor: the words of ${name}`, url: `${server.url}/${folder}/index.html`, ready };
  };
  return { subjects, words, close: () => server.close() };
}

async function rootHtml(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForSelector(PASSWORD);
  const html = await page.evaluate(() => document.querySelector('#root')?.innerHTML ?? '');
  await page.close();
  // The mark of a mounted page must come from the script that mounts it.
  return html.replaceAll(/ data-mounted(?:="[^"]*")?/gu, '');
}

/** Signs in through the page, as a person would. @returns what the browser keeps of it */
async function signedIn(browser: Browser, url: string): Promise<NonNullable<BrowserContextOptions['storageState']>> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/admin/login`);
  await page.fill('input[name="username"]', 'admin');
  await page.fill(PASSWORD, ADMIN_PASSWORD);
  await page.click('button[type="submit"]');
  await page.waitForSelector('nav a, nav button');
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Those of our pages that stand open on any server, and both shells with somebody signed in: a member is added for it. */
export async function ourPages(browser: Browser, url: string): Promise<readonly Subject[]> {
  const [home, login, memberLogin, overview, shell] = [
    'home',
    'admin login',
    'member login',
    'member shell with the overview',
    'admin shell with the goods table',
  ].map((wanted) => PAGE_BUDGETS.map(({ name, budgetKb }) => ({ name, budgetKb })).find(({ name }) => name === wanted));
  if (!home || !login || !memberLogin || !overview || !shell) throw new Error('a page has no budget');
  return [
    { ...home, url: `${url}/`, ready: 'main h1', beside: { floor: FLOORS.plain, fcp: 1.15 } },
    { ...login, url: `${url}/admin/login`, ready: PASSWORD, beside: { floor: FLOORS.mantine, ready: 1.3 } },
    { ...memberLogin, url: `${url}/user/login`, ready: PASSWORD, beside: { floor: FLOORS.mantine, ready: 1.2 } },
    {
      ...overview,
      url: `${url}/user/account/overview`,
      ready: 'main h1',
      storageState: storageStateOf(url, (await addSignedInMember(url, 'visitor')).stored),
      beside: { floor: FLOORS.shell, ready: 1.2 },
    },
    {
      ...shell,
      url: `${url}/admin/goods/goods`,
      ready: 'tr[data-id]',
      storageState: await signedIn(browser, url),
      beside: { floor: FLOORS.shell, ready: 1.3 },
    },
  ];
}

/** Sign-ins once the application has taken over what the server has drawn of them: from then on each press does at once what it says. */
const takenOver = ({ name, url }: Subject): Subject => ({
  name: `${name}, taken over`,
  url,
  ready: '#root[data-mounted]',
  beside: { floor: FLOORS.prerendered, ready: 1.2 },
});

/** What is drawn by the server alone, beside the home page: one good on sale and one article of the help. @throws where they are not */
async function documentsBesideHome(home: Subject, url: string): Promise<readonly Subject[]> {
  const pathOn = async (list: string, pattern: RegExp): Promise<string> => {
    const html = await (await fetch(url + list)).text();
    const [path] = pattern.exec(html) ?? [];
    if (path === undefined || html.includes('id="root"'))
      throw new Error(`${list} is not drawn by the server: \`npm run build\` is missing`);
    return url + path;
  };
  return [
    { ...home, name: 'a good', url: await pathOn('/goods', /\/goods\/\d+/u) },
    { ...home, name: 'an article of the help', url: await pathOn('/help', /\/help\/[a-z\d-]+/u) },
  ];
}

/** First visits to the floors and to our pages, in turns, so that a busy moment of the machine hits all of them. */
export async function benchPages(effort: Effort): Promise<string> {
  const dataDir = newDataDir();
  const server = await startServer({ dataDir });
  const browser = await launchBrowser();
  const floor = await floors(browser);
  try {
    const [home, ...others] = await ourPages(browser, server.url);
    if (!home) throw new Error('no page is measured');
    const documents = [home, ...(await documentsBesideHome(home, server.url))];
    const words = await Promise.all(documents.map((document) => floor.words(document)));
    const read = documents.map((document, index) => ({ ...document, words: words[index]?.name ?? '' }));
    const signIns = others.filter(({ ready }) => ready === PASSWORD);
    const subjects: readonly Subject[] = [...floor.subjects, ...words, ...read, ...others, ...signIns.map(takenOver)];
    const seen = new Map<string, VisitFigures[]>();
    // The first visits warm up the servers, and tell what is fetched after the page can be used.
    const atRest = new Map<string, number>();
    for (const subject of subjects) atRest.set(subject.name, (await visitOnce(browser, subject, 'normal', true)).bytesAtRest);
    for (let round = 0; round < ROUNDS[effort]; round += 1) {
      for (const pace of PACES) {
        for (const subject of subjects) {
          const key = `${subject.name} ${pace}`;
          seen.set(key, [...(seen.get(key) ?? []), await visitOnce(browser, subject, pace)]);
        }
      }
    }
    const middle = (name: string, pace: Pace, what: keyof VisitFigures) =>
      median((seen.get(`${name} ${pace}`) ?? []).map((figures) => figures[what]));
    return report(subjects, middle, atRest);
  } finally {
    await browser.close();
    await floor.close();
    await server.end('SIGTERM');
    removeDataDir(dataDir);
  }
}

function report(
  subjects: readonly Subject[],
  middle: (name: string, pace: Pace, what: keyof VisitFigures) => number,
  atRest: ReadonlyMap<string, number>,
): string {
  const timing = ({ name, beside, words }: Subject, pace: Pace, what: 'fcpMs' | 'readyMs') => {
    const ms = middle(name, pace, what);
    const limit = what === 'fcpMs' ? beside?.fcp : beside?.ready;
    if (!beside) return ms.toFixed(0);
    const ratio = ms / middle(beside.floor, pace, what);
    const besideWords = words && what === 'fcpMs' ? `, ${(ms / middle(words, pace, what)).toFixed(2)} × its words` : '';
    return `${ratioText(ratio, limit === undefined || ratio <= limit)}${limit === undefined ? '' : ` (≤ ${limit})`} ${ms.toFixed(0)}${besideWords}`;
  };
  return markdownTable(
    ['page', 'JS+CSS br KB', 'at rest', 'requests', 'FCP ms', 'ready ms', 'slow: FCP', 'slow: ready'],
    subjects.map((subject) => {
      const bytes = middle(subject.name, 'normal', 'bytes');
      const requests = middle(subject.name, 'normal', 'requests');
      const isOver = subject.budgetKb !== undefined && bytes > subject.budgetKb * KB;
      return [
        subject.name,
        subject.budgetKb === undefined ? kbText(bytes) : `${kbText(bytes)} (≤ ${subject.budgetKb})${isOver ? ' ✗' : ''}`,
        kbText(atRest.get(subject.name) ?? Number.NaN),
        subject.budgetKb === undefined ? requests : `${requests} (≤ ${REQUESTS_BUDGET})${requests > REQUESTS_BUDGET ? ' ✗' : ''}`,
        timing(subject, 'normal', 'fcpMs'),
        timing(subject, 'normal', 'readyMs'),
        timing(subject, 'slow', 'fcpMs'),
        timing(subject, 'slow', 'readyMs'),
      ];
    }),
  );
}
