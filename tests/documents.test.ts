import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as limits from '#server/base/limits';
import * as moduleLimits from '#server/features/modules/public/public-limits';
import { SWEEPS } from '#server/boot/upkeep/housekeeping';
import * as chatLimits from '#server/features/chat/base/limits';
import * as externalLimits from '#server/features/external/limits';
import * as messageLimits from '#server/features/members/messages/limits';
import { isCoreTable } from '#server/db/tables/table-names';

/** What people read: whatever it names has to be there. */
const DOCUMENTS = [
  ...globSync('docs/**/*.md').filter((path) => !path.startsWith('docs/specification/')),
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
];
const README_BYTES = 8192;
const PICTURE_BYTES = 200 * 1024;

const SCRIPTS = new Set(Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts));
/** What only a build or a run writes. */
const MADE = ['dist', 'dist-next', 'dist-server', 'coverage', 'data', 'node_modules'];
/** Folders of the repository: a path that begins with one of them is meant to be in it. */
const TOPS = ['src', 'server', 'tests', 'locales', 'scripts', 'docs', 'public', '.ci'];

const texts = DOCUMENTS.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const isMade = (path: string): boolean => MADE.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** Addresses between backticks, with what stands for any name filled in by a pattern. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/gu)]
    .map(([, code]) => code as string)
    .filter((code) => TOPS.some((top) => code.startsWith(`${top}/`)) && !/\s/u.test(code))
    .map((code) => code.replaceAll(/<[^>]*>/gu, '*').replace(/\/$/u, ''));

/** Names of code files that stand alone between backticks; where they are is said around them. */
const namesIn = (text: string): string[] => [...text.matchAll(/`(\w[\w.-]*\.(?:tsx?|mjs|css))`/gu)].map(([, name]) => name as string);
const NAMES = new Set(globSync(`{${TOPS.join(',')}}/**/*.{ts,tsx,mjs,css}`).map((path) => basename(path)));

/** The anchor of a heading, as the pages of repositories make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-');
const anchorsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gmu)].map(([, heading]) => anchorOf(heading as string));

/** What strangers may guess, by the limits that are set. */
const millionths = (count: number): string => `${count} in 1,000,000`;

describe('documents', () => {
  it('state the chances of guessing that the limits leave', () => {
    const stated = (readFileSync('docs/security.md', 'utf8').match(/^\| C13 .*$/mu)?.[0] ?? '').match(/\d+ in [\d,]+/gu);
    const { CODE_TRIES, CODES_PER_TARGET, CODES_PER_TARGET_AND_NETWORK, FACTOR_GUESSES_A_DAY } = limits;
    const perNetwork = CODES_PER_TARGET_AND_NETWORK.count * CODE_TRIES;
    const codesRightAtOnce = 3;
    expect(stated).toEqual(
      [CODES_PER_TARGET.count * CODE_TRIES, perNetwork, FACTOR_GUESSES_A_DAY.count * codesRightAtOnce].map(millionths),
    );
  });

  it('name for each table that strangers fill limits and a sweep that there are', () => {
    const [, table] = readFileSync('docs/security.md', 'utf8').split('## What strangers can fill');
    const rows = [...(table ?? '').split('## Rules')[0]!.matchAll(/^\| `(\w+)` \|.*\| (.*) \| (.*) \|$/gmu)];
    expect(rows.length).toBeGreaterThan(10);
    const missing = rows.flatMap(([, name, bound, sweep]) => [
      ...(isCoreTable(name!) ? [] : [name]),
      ...[...bound!.matchAll(/`(\w+)`/gu)]
        .map(([, limit]) => limit!)
        .filter(
          (limit) =>
            !(limit in limits || limit in chatLimits || limit in messageLimits || limit in moduleLimits || limit in externalLimits),
        ),
      ...[...sweep!.matchAll(/`(\w+)`/gu)].map(([, one]) => one!).filter((one) => !(one in SWEEPS)),
    ]);
    expect(missing).toEqual([]);
  });

  it('name a run for each rule of security', () => {
    const [, rules = ''] = readFileSync('docs/security.md', 'utf8').split('\n## Rules\n');
    const numbers = [...rules.matchAll(/^(\d+)\. /gmu)].map(([, number]) => Number(number));
    const shown = [...readFileSync('docs/testing/security.md', 'utf8').matchAll(/^\| ([\d, ]+) \| `… /gmu)];
    const named = shown.flatMap(([, list = '']) => list.split(', ').map(Number));
    expect(numbers.length).toBeGreaterThan(40);
    expect(named.toSorted((one, other) => one - other)).toEqual(numbers);
  });

  it('name only files and folders that are there', () => {
    const missing = texts.flatMap(({ path, text }) =>
      pathsIn(text).flatMap((named) => (isMade(named) || globSync(named).length > 0 ? [] : [`${path}: ${named}`])),
    );
    expect(missing).toEqual([]);
  });

  it('name no code file that there is not, by its name alone either', () => {
    const outside = new Set(['vite.config.ts', ...NAMES]);
    const missing = texts.flatMap(({ path, text }) => namesIn(text).flatMap((name) => (outside.has(name) ? [] : [`${path}: ${name}`])));
    expect(missing).toEqual([]);
  });

  it('link only to what is there', () => {
    const broken = texts.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/gu)].flatMap(([, link, picture]) => {
        const [target = '', anchor] = (link ?? picture ?? '').split('#');
        if (/^[a-z]+:/u.test(target)) return [];
        const file = target === '' ? path : normalize(join(dirname(path), target));
        if (!existsSync(file)) return [`${path}: ${target}`];
        return anchor === undefined || !file.endsWith('.md') || anchorsOf(file).includes(anchor) ? [] : [`${path}: ${target}#${anchor}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('name only commands that there are', () => {
    const unknown = texts.flatMap(({ path, text }) =>
      [...text.matchAll(/npm run ([a-z][\w:-]*)/gu)].flatMap(([, name]) =>
        SCRIPTS.has(name as string) ? [] : [`${path}: npm run ${name}`],
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('call tests by files that there are, as they are typed', () => {
    const files = globSync('{tests,src}/**/*.{test,e2e}.{ts,tsx}');
    const wrong = texts.flatMap(({ path, text }) =>
      [...text.matchAll(/`(npx vitest run|vitest run|…) ([^`\n]+)`/gu)].flatMap(([, program, rest = '']) => {
        const [named = ''] = rest.split(/(?:^| )-/u);
        const missing = named.split(' ').filter((part) => part !== '' && !part.includes('<') && !files.some((file) => file.includes(part)));
        // The page of tests says once what its short forms stand for, and those below it lead there.
        const isSaid = path === 'docs/testing.md' || (path.startsWith('docs/testing/') && text.includes('](../testing.md)'));
        const isShort = program !== 'npx vitest run' && !isSaid && !path.startsWith('docs/decisions/');
        return [...missing.map((part) => `${path}: ${part}`), ...(isShort ? [`${path}: ${program} ${rest}`] : [])];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('say of every command what it does', () => {
    const said = ['docs/install.md', 'docs/operations.md', 'docs/testing.md'].map((path) => readFileSync(path, 'utf8')).join('\n');
    const named = new Set([...said.matchAll(/npm (?:run )?([a-z][\w:-]*)/gu)].map(([, name]) => name as string));
    expect([...SCRIPTS].filter((name) => !named.has(name))).toEqual([]);
  });

  it('begin with a page of one screen and pictures that load quickly', () => {
    expect(statSync('README.md').size).toBeLessThanOrEqual(README_BYTES);
    expect(globSync('docs/pictures/*').filter((path) => statSync(path).size > PICTURE_BYTES)).toEqual([]);
  });

  it('keep a record of each decision: its number once, with status, date, context, alternatives and consequences', () => {
    const records = globSync('docs/decisions/[0-9]*.md').sort();
    // Numbers are given out before the records are written, so one may be missing; none is there twice.
    const numbers = records.map((path) => Number(path.slice('docs/decisions/'.length).split('-')[0]));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index || !(number > 0))).toEqual([]);
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    const incomplete = records.filter((path) => {
      const text = readFileSync(path, 'utf8');
      const parts = ['- **Status:** ', '- **Date:** 20', '## Context', '## Decision', '## Alternatives', '## Consequences'];
      return parts.some((part) => !text.includes(part)) || !index.includes(`(${path.slice('docs/decisions/'.length)})`);
    });
    expect(incomplete).toEqual([]);
  });

  it('have each decision once by its subject and once by its number, under the words of its file', () => {
    const [, index = ''] = readFileSync('docs/decisions/README.md', 'utf8').split('\n## By subject\n');
    const [bySubject = '', rest = ''] = index.split('\n## By number\n');
    const [byNumber = ''] = rest.split('\n## ');
    const records = globSync('docs/decisions/[0-9]*.md')
      .map((path) => basename(path))
      .sort();
    const links = [...bySubject.matchAll(/\[([^\]]+)\]\(([^)]+)\)/gu)].map(([, words, file]) => ({ words, file: file as string }));
    expect(links.map(({ file }) => file).toSorted()).toEqual(records);
    expect(links.filter(({ words, file }) => words !== file.slice(4, -3).replaceAll('-', ' '))).toEqual([]);
    const rows = [...byNumber.matchAll(/^\| \[(\d+)\]\(([^)]+)\) \|/gmu)].map(([, number, file]) => ({ number, file: file as string }));
    expect(rows.map(({ file }) => file)).toEqual(records);
    expect(rows.filter(({ number, file }) => !file.startsWith(`${number}-`))).toEqual([]);
  });

  it('call each decision in their index as its record does, with its date and what superseded it', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    const rows = [...index.matchAll(/^\| \[\d+\]\(([^)]+)\) \| (.+) \| (\S+) \|$/gmu)].map(([, file, title, date]) => [file, title, date]);
    const recorded = rows.map(([file]) => {
      const text = readFileSync(`docs/decisions/${file}`, 'utf8');
      const part = (pattern: RegExp): string | undefined => pattern.exec(text)?.[1];
      const successor = part(/^- \*\*Status:\*\* superseded by \[(\d+)\]/mu);
      const title = part(/^# \d+ · (.+)$/mu);
      return [file, successor ? `${title} (superseded by ${successor})` : title, part(/^- \*\*Date:\*\* (\S+)$/mu)];
    });
    expect(rows.length).toBeGreaterThan(100);
    expect(rows).toEqual(recorded);
  });
});
