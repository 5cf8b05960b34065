import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The documents that comments name as their source: how they are called, and where they stand. */
const DOCUMENTS = [
  { called: /^specification/u, path: 'docs/specification/specification.md' },
  { called: /^readings/u, path: 'docs/specification/readings.md' },
  { called: /^wire[ -]protocol/u, path: 'docs/specification/wire-protocol.md' },
  { called: /^open content/u, path: 'docs/specification/open-content.md' },
  { called: /^security/u, path: 'docs/security.md' },
  { called: /^journal\.md/u, path: 'docs/journal.md' },
  { called: /^performance/u, path: 'docs/performance.md' },
] as const;
const NAME =
  /\b(?:specification|readings|wire[ -]protocol(?:\.md)?|open content|security(?:\.md| rules?)|journal\.md|performance(?:\.md)?)/gu;

interface Document {
  readonly text: string;
  /** Numbers of its headings, of its table rows and of its list. */
  readonly numbers: ReadonlySet<string>;
}

/** Standards that everybody finds. */
const STANDARDS = /^(?:RFC \d+|WAI-ARIA|ARIA practices|WCAG|Web Authentication Level \d|OpenID Connect (?:Core|Discovery) 1\.0)/u;

const oneSpaced = (text: string): string => text.replace(/\s+/gu, ' ');

function readDocument(path: string): Document {
  const text = readFileSync(path, 'utf8');
  const numbered = [
    ...text.matchAll(/^#+ (\d+(?:\.\d+)*)/gmu),
    ...text.matchAll(/^\| (C?\d+(?:\.\d+)*)/gmu),
    ...text.matchAll(/^(\d+)\. /gmu),
    // Some tables name two checks in a row.
    ...text.matchAll(/^\| \d+\.\d+[–-](\d+\.\d+)/gmu),
  ];
  return { text: oneSpaced(text), numbers: new Set(numbered.map(([, number]) => number as string)) };
}
const documents = new Map<string, Document>(DOCUMENTS.map(({ path }) => [path, readDocument(path)]));

interface Reference {
  readonly path: string;
  readonly numbers: readonly string[];
  readonly quotes: readonly string[];
}

/** What one `Source:` refers to. */
function referencesOf(source: string): Reference[] {
  const starts = [...source.matchAll(NAME)];
  return starts.map((start, index) => {
    const part = source.slice(start.index, starts[index + 1]?.index);
    const document = DOCUMENTS.find(({ called }) => called.test(part));
    if (!document) throw new Error(`no document is called so: ${part}`);
    // Versions of clients are no numbers of a document.
    const bare = part.replace(/"[^"]*"|`[^`]*`|\([^)]*\)|v\d+(?:\.\d+)*|\d+\.\d+\.\d+/gu, '');
    return {
      path: document.path,
      numbers: [...bare.matchAll(/(?<![\w.])(C?\d+(?:\.\d+)*)/gu)].map(([, number]) => number as string),
      quotes: [...part.matchAll(/"([^"]*)"/gu)].map(([, quote]) => quote as string),
    };
  });
}

/** The text behind `Source:`, to the end of its comment. */
const sourcesIn = (code: string): string[] =>
  [...code.matchAll(/(?:\/\*\*?[\s\S]*?\*\/)|(?:(?:^[ \t]*\/\/.*\n)+)/gmu)].flatMap(([comment]) => {
    const plain = oneSpaced(comment.replace(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/)/gmu, ' ').replace(/\*\/$/u, ''));
    const at = plain.indexOf('Source: ');
    return at < 0 ? [] : [plain.slice(at + 'Source: '.length).trim()];
  });

it('what comments name as their source stands in this repository, with that number and those words', () => {
  const missing: string[] = [];
  for (const file of globSync('{src,server,scripts,tests}/**/*.{ts,tsx,css}')) {
    for (const source of sourcesIn(readFileSync(file, 'utf8'))) {
      const references = referencesOf(source);
      if (references.length === 0 && !STANDARDS.test(source)) missing.push(`${file}: ${source}`);
      for (const { path, numbers, quotes } of references) {
        const { text, numbers: known } = documents.get(path)!;
        for (const number of numbers) if (!known.has(number)) missing.push(`${file}: ${path} has no ${number}`);
        for (const quote of quotes)
          if (!text.toLowerCase().includes(quote.toLowerCase())) missing.push(`${file}: ${path} does not say "${quote}"`);
      }
    }
  }
  expect(missing).toEqual([]);
});

/** What the aliases of package.json stand for. */
const ALIASES = ['domain', 'api', 'machines', 'actors', 'ui', 'sections'];
const fileOf = (path: string): string => path.replace(/^#(\w+)/u, (_, alias: string) => (ALIASES.includes(alias) ? `src/${alias}` : alias));

it('the files that comments name in backticks are there', () => {
  const missing = globSync('{src,server,scripts,tests}/**/*.{ts,tsx,css}').flatMap((file) => {
    const comments = [...readFileSync(file, 'utf8').matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/gu)].map(([comment]) => comment);
    const named = comments.flatMap((comment) => [
      ...comment.matchAll(/`((?:#[a-z]+|src|server|scripts|tests|docs|locales)\/[\w./-]*\w)`/gu),
    ]);
    return named
      .map(([, path]) => path as string)
      .filter((path) => !['', '.ts', '.tsx'].some((ending) => existsSync(fileOf(path) + ending)))
      .map((path) => `${file}: ${path}`);
  });
  expect(missing).toEqual([]);
});

it('a secret is revealed by the transport, the token store and the streams of stock servers, and to whoever sets up a second factor, alone', () => {
  const callers = globSync('src/**/*.{ts,tsx}')
    .filter((file) => file !== 'src/domain/base/secret.ts')
    .filter((file) => readFileSync(file, 'utf8').includes('.reveal('));
  expect(callers.toSorted()).toEqual([
    'src/actors/programs/api-explorer.actors.ts',
    'src/actors/session/token-store.ts',
    'src/api/stock-peer.ts',
    'src/api/transport.ts',
    'src/ui/admin/programs/SecretIssue.tsx',
    'src/ui/kit/session/EnrolmentSteps.tsx',
    'src/ui/kit/session/RecoveryCodes.tsx',
  ]);
});
