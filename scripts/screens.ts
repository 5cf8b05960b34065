import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { geometryLine } from '#tests/e2e/support/geometry.ts';
import { newDataDir, removeDataDir, startServer } from '#tests/e2e/support/server-process.ts';
import { launchBrowser } from './bench/browser.ts';
import { screenOptions, type ScreenOptions } from './screens/options.ts';
import { adminOf, memberOf } from './screens/people.ts';
import { screenList } from './screens/screen-list.ts';
import { contactSheet } from './screens/sheet.ts';
import { takeScreens, type Taken } from './screens/take.ts';

/**
 * Takes a picture of every screen and says what does not fit on it: `npm run screens`, after a build. A part of them:
 * `npm run screens -- --only settings,login --language en --scheme dark --width 390 [--fold] [--no-pictures]`. Ends with 1 where something does not fit.
 */
const FOLDER = join(import.meta.dirname, '../screens');

const siteMapOf = async (url: string): Promise<readonly string[]> => {
  const addresses = async (path: string): Promise<readonly string[]> =>
    [...(await (await fetch(url + path)).text()).matchAll(/<loc>([^<]*)<\/loc>/gu)].map(([, address = '']) => new URL(address).pathname);
  return (await Promise.all((await addresses('/sitemap.xml')).map(addresses))).flat();
};

function tell({ screen, language, width, faults, complaints }: Taken): void {
  const lines = [...faults.map(geometryLine), ...complaints];
  console.log(`${lines.length === 0 ? '✓' : '✗'} ${screen} ${language} ${width}${lines.map((line) => `\n    ${line}`).join('')}`);
}

async function take(options: ScreenOptions): Promise<readonly Taken[]> {
  const dataDir = newDataDir();
  const server = await startServer({ dataDir, entry: 'tests/support/start-test.ts' });
  const browser = await launchBrowser();
  try {
    const { url } = server;
    const people = { nobody: {}, admin: await adminOf(url), member: await memberOf(url) };
    const screens = screenList(await siteMapOf(url));
    const wanted = screens.filter(({ name }) => options.only.length === 0 || options.only.some((part) => name.includes(part)));
    if (wanted.length === 0) throw new Error(`no such screen; there are\n${screens.map(({ name }) => name).join('\n')}`);
    return await takeScreens({ url, browser, people, options }, wanted, tell);
  } finally {
    await browser.close();
    await server.end('SIGTERM');
    removeDataDir(dataDir);
  }
}

const options = screenOptions(process.argv.slice(2), FOLDER);
mkdirSync(options.folder, { recursive: true });
const taken = await take(options);
const sheet = join(options.folder, 'index.html');
writeFileSync(sheet, contactSheet(taken));
const wrong = taken.filter(({ faults, complaints }) => faults.length + complaints.length > 0).length;
console.log(`\n${taken.length} screens looked at, ${wrong} with something that does not fit: ${sheet}`);
process.exit(wrong > 0 ? 1 : 0);
