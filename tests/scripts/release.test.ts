import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnv } from '#server/boot/env';
import { packageOf, packagesIn } from '../../scripts/release/needed-packages.ts';
import { isForDevelopers, RELEASE_FILES, releaseName } from '../../scripts/release/release-files.ts';
import { trimPackages } from '../../scripts/release/trim-packages.ts';
import { graveAdvisories, isFree, unfreePackages } from '../../scripts/supply/policy.ts';

const folder = mkdtempSync(join(tmpdir(), 'troupe-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The command of a release, in an environment of its own. */
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)('deploy/bin/troupe', args, { env: { PATH: process.env['PATH'], ...env } }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: unknown) => error as { readonly code: number; readonly stdout: string; readonly stderr: string },
  );
const said = ({ stdout }: { readonly stdout: string }) =>
  (JSON.parse(stdout) as readonly { readonly about: string; readonly said: string }[])
    .filter(({ about }) => about === 'environment')
    .map((finding) => finding.said.split(' ', 1)[0]);

describe('a release', () => {
  it('names packages by what imports say', () => {
    expect(['node:fs', 'fs', 'fs/promises', 'pg', 'pg/lib/x.js', '@a/b', '@a/b/c.mjs'].map(packageOf)).toEqual([
      null,
      null,
      null,
      'pg',
      'pg',
      '@a/b',
      '@a/b',
    ]);
    const text = `import { a } from 'one';\nimport type { B } from "two/deep";\nconst c = await import('three');
      require.resolve('@four/five/x.wasm'); import './near.ts'; import { d } from '#domain/x'; from "node:os"`;
    expect(packagesIn(text)).toEqual(['one', 'two', 'three', '@four/five']);
  });

  it('keeps of the packages those that the server needs, with what they need, and says so itself', () => {
    const write = (path: string, text: string | object): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), typeof text === 'string' ? text : JSON.stringify(text));
    };
    const needs = (name: string, manifest: object = {}) => write(`node_modules/${name}/package.json`, { name, ...manifest });
    write('package.json', {
      name: 'troupe',
      devDependencies: { vitest: '1' },
      dependencies: { served: '1', '@scope/shown': '1', drawn: '1' },
      optionalDependencies: { 'node-here': '1', 'node-there': '1' },
    });
    write('server/main.ts', "import { x } from 'served';");
    write('src/sections/goods/Goods.tsx', "import { Button } from '@scope/shown';");
    write('dist-server/documents.js', 'import{h}from"drawn";');
    needs('served', { dependencies: { below: '1' } });
    needs('served/node_modules/inner', { dependencies: { beside: '1' } });
    for (const name of ['below', 'beside', 'drawn', '@scope/shown', '@scope/more', 'unused', 'node-here']) needs(name);
    write('node_modules/served/index.d.ts', '');
    write('node_modules/served/LICENSE.md', '');
    write('node_modules/served/README.md', '');
    mkdirSync(join(folder, 'node_modules/.bin'));
    symlinkSync('../unused/cli.js', join(folder, 'node_modules/.bin/unused'));
    trimPackages(folder);
    expect(
      globSync('**/*', { cwd: join(folder, 'node_modules') })
        .filter((name) => /package\.json$|\.md$|\.ts$/u.test(name))
        .toSorted(),
    ).toEqual([
      'below/package.json',
      'beside/package.json',
      'drawn/package.json',
      'node-here/package.json',
      'served/LICENSE.md',
      'served/node_modules/inner/package.json',
      'served/package.json',
    ]);
    expect(existsSync(join(folder, 'node_modules/@scope'))).toBe(false);
    expect(globSync('.bin/*', { cwd: join(folder, 'node_modules') })).toEqual([]);
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toEqual({
      name: 'troupe',
      dependencies: { served: '1', drawn: '1' },
      optionalDependencies: { 'node-here': '1' },
    });
  });

  it('is called by its version and the system it is for, and leaves out what only developers read', () => {
    expect(releaseName('1.2.3', 'linux', 'x64')).toBe('troupe-1.2.3-linux-x64');
    expect(['a.map', 'README.md', 'x.d.ts', 'x.d.mts', 'LICENSE.md', 'x.js', 'x.wasm'].map(isForDevelopers)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    const built = ['dist', 'dist-demo', 'dist-server'];
    expect(RELEASE_FILES.filter((path) => !built.includes(path) && !existsSync(path))).toEqual([]);
  });

  it('reads settings from a file by its command, so that no password stands among the arguments of a process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'troupe-env-file-'));
    const file = join(folder, 'troupe.env');
    writeFileSync(file, `# A comment\nDATA_DIR=${folder}/none\nPORT=none\nADMIN_PASSWORD='short'\n`);
    expect(said(await run(['--env-file', file, 'doctor', '--json']))).toEqual(['PORT', 'ADMIN_PASSWORD']);
    // What is set goes before the file.
    expect(said(await run([`--env-file=${file}`, 'doctor', '--json'], { PORT: '8000' }))).toEqual(['ADMIN_PASSWORD']);
    for (const args of [['--env-file', join(folder, 'none')], ['--env-file']])
      // oxlint-disable-next-line no-await-in-loop -- one process after the other
      expect(await run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot read the environment file') as string });
    // What tools advise is typed in the same way.
    const usage = await run([`--env-file=${file}`, 'admin-unlock'], { PORT: '8000', ADMIN_PASSWORD: 'horse-7-battery' });
    expect(usage.stderr).toContain(`deploy/bin/troupe --env-file ${realpathSync(file)} admin-unlock <user name>`);
    rmSync(folder, { recursive: true });
    // Five processes, one after the other.
  }, 120_000);

  it('has settings in its sample that the server takes, and commands that there are', () => {
    const lines = readFileSync('deploy/troupe.env.example', 'utf8').split('\n');
    const settings = lines.flatMap((line) => {
      const [, name = '', value = ''] = /^#?([A-Z_]+)=(.*)$/u.exec(line) ?? [];
      return name === '' ? [] : [[name, value] as const];
    });
    // Backups lie in a folder or in a bucket.
    for (const place of [/^BACKUP_DIR$/u, /^BACKUP_(?:BUCKET|KEY_ID|SECRET)$/u])
      expect(() => readEnv(Object.fromEntries(settings.filter(([name]) => !place.test(name))))).not.toThrow();
    const book = ['docs/install.md', 'docs/operations.md'].map((path) => readFileSync(path, 'utf8')).join('\n');
    expect(settings.map(([name]) => name).filter((name) => !book.includes(`\`${name}\``))).toEqual([]);
    const commands = /^ {2}(backup.*)\)$/mu.exec(readFileSync('deploy/bin/troupe', 'utf8'))?.[1]?.split(' | ') ?? [];
    expect(commands).toHaveLength(9);
    expect(commands.filter((name) => !existsSync(`server/boot/${name}.ts`) && !existsSync(`server/boot/tools/${name}.ts`))).toEqual([]);
  });
});

const isShipped = (path: string): boolean => RELEASE_FILES.some((file) => path === file || path.startsWith(`${file}/`));

describe('the pages of a release', () => {
  it('lead to nothing that is not in the archive', () => {
    const pages = [
      'CHANGELOG.md',
      'README.md',
      'SECURITY.md',
      'docs/install.md',
      'docs/operations.md',
      'docs/programs.md',
      'docs/scaling.md',
    ];
    const astray = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/gu)]
        .map(([, path = '']) => join(dirname(page), path))
        .filter((path) => !isShipped(path))
        .map((path) => `${page}: ${path}`),
    );
    expect(astray).toEqual([]);
  });
});

/** As the registry tells of one. */
const via = (id: string, severity: string) => ({ url: `https://github.com/advisories/${id}`, title: `About ${id}`, severity });

describe('what packages bring along', () => {
  it('is grave where an advisory is high or critical, and nobody has accepted it until a later day', () => {
    const report = {
      vulnerabilities: {
        one: { via: [via('GHSA-a', 'critical'), via('GHSA-b', 'moderate'), 'two'] },
        two: { via: [via('GHSA-c', 'high'), via('GHSA-d', 'high')] },
      },
    };
    const accepted = [
      { id: 'GHSA-c', reason: 'not reached', until: '2026-11-24' },
      { id: 'GHSA-d', reason: 'not reached', until: '2026-11-23' },
    ];
    expect(graveAdvisories(report, accepted, '2026-11-24')).toEqual([
      'one: About GHSA-a (critical, GHSA-a)',
      'two: About GHSA-d (high, GHSA-d)',
    ]);
    expect(graveAdvisories({}, [], '2026-11-24')).toEqual([]);
  });

  it('is free where its licence is, one of several to choose from, or all that hold together', () => {
    expect(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', 'MIT AND GPL-3.0', 'GPL-3.0', '', 'SEE LICENSE'].map(isFree)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    const packages = [
      { name: 'a@1', licence: 'MIT' },
      { name: '@b/c@2', licence: 'AGPL-3.0' },
      { name: 'd@3', licence: '' },
    ];
    expect(unfreePackages(packages, [{ name: '@b/c', reason: 'asked its author' }])).toEqual(['d@3: says no licence']);
    expect(unfreePackages(packages, [{ name: '@b/c', reason: '' }])).toEqual(['@b/c@2: AGPL-3.0', 'd@3: says no licence']);
  });
});
