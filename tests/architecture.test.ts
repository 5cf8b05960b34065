import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The walls of the house: which layer may import which. A `#` import crosses a layer, a `./` import stays inside one. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/domain': [],
  'src/api/contract': ['src/domain'],
  'src/api': ['src/api/contract', 'src/domain'],
  'src/machines': ['src/domain'],
  'src/actors': ['src/machines', 'src/api', 'src/api/contract', 'src/domain'],
  'src/ui': ['src/actors', 'src/machines', 'src/api/contract', 'src/domain', 'locales'],
  server: ['src/api/contract', 'src/domain', 'locales'],
};

/** Packages that are named in one place only. */
const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  axios: ['src/api/transport.ts'],
  hono: ['server/http', 'server/app.ts', 'server/main.ts'],
  '@hono/node-server': ['server/http', 'server/main.ts'],
  kysely: ['server/db', 'server/services', 'server/resources'],
  '@mantine': ['src/ui'],
  react: ['src/ui', 'src/main.tsx', 'src/prerender.tsx'],
  zod: ['src/api/contract'],
  'sanitize-html': ['src/domain/rich-text.ts'],
};

const ROOT = process.cwd();
const ALIASES = Object.entries((JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> }).imports);
const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/gu;

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => /\.tsx?$/u.test(path) && statSync(path).isFile())
    : [];

const FILES = ['src', 'server'].flatMap(filesBelow);

function resolved(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return relative(ROOT, join(ROOT, dirname(from), specifier));
  const alias = ALIASES.find(([key]) => specifier.startsWith(key.slice(0, -1)));
  return alias ? join(alias[1].replace('*', specifier.slice(alias[0].length - 1))) : null;
}

const importsOf = (file: string): string[] => [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => match[1] as string);
const layerOf = (file: string): string | undefined =>
  [...Object.keys(MAY_IMPORT), 'locales'].filter((layer) => file.startsWith(`${layer}/`)).sort((a, b) => b.length - a.length)[0];

const EDGES = new Map(FILES.map((file) => [file, importsOf(file).flatMap((specifier) => resolved(file, specifier) ?? [])]));

describe('architecture', () => {
  it('lets no layer import one it may not know', () => {
    const trespasses = FILES.flatMap((file) => {
      const from = layerOf(file);
      if (!from) return [];
      return (EDGES.get(file) ?? []).flatMap((target) => {
        const to = layerOf(target);
        const isAllowed = to === from || (to !== undefined && MAY_IMPORT[from]?.includes(to));
        return isAllowed ? [] : [`${file} → ${target}`];
      });
    });
    expect(trespasses).toEqual([]);
  });

  it('crosses a layer only by alias and stays inside one only by path', () => {
    const misspelt = FILES.flatMap((file) =>
      importsOf(file).flatMap((specifier) => {
        const target = resolved(file, specifier);
        if (!target || !layerOf(file)) return [];
        return specifier.startsWith('#') === (layerOf(target) === layerOf(file)) ? [`${file}: ${specifier}`] : [];
      }),
    );
    expect(misspelt).toEqual([]);
  });

  it('names each of these packages only at home', () => {
    const strays = FILES.flatMap((file) =>
      importsOf(file).flatMap((specifier) => {
        const home = Object.entries(PACKAGE_HOMES).find(([name]) => specifier === name || specifier.startsWith(`${name}/`));
        return !home || home[1].some((place) => file.startsWith(place)) ? [] : [`${file}: ${specifier}`];
      }),
    );
    expect(strays).toEqual([]);
  });

  it('has no circle between files', () => {
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file) || path.includes(file)) return;
      for (const target of EDGES.get(file) ?? []) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of FILES) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('resolves every import to a file', () => {
    const missing = FILES.flatMap((file) =>
      (EDGES.get(file) ?? []).filter((target) => !existsSync(target)).map((target) => `${file} → ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it('keeps files short', () => {
    const long = FILES.filter((file) => !file.includes('/migrations/') && readFileSync(file, 'utf8').split('\n').length > 301);
    expect(long).toEqual([]);
  });
});
