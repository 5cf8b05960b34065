import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

/** An import of one file by another, both beside the project's root. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/gu;
const TOPS = '{src,server}';

export const codeFiles = (): readonly string[] =>
  globSync(`${TOPS}/**/*.{ts,tsx}`)
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !path.includes('.test.'))
    .sort();

/** Every import between files of the application. Packages and what is no code are left out, except the texts of `locales`. */
export function readImports(): readonly Import[] {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly imports: Readonly<Record<string, string>> };
  const aliases = Object.entries(imports).map(([alias, place]) => [alias.replace('*', ''), place] as const);

  const fileOf = (from: string, specifier: string): string | undefined => {
    if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
    const [alias, place] = aliases.find(([prefix]) => specifier.startsWith(prefix)) ?? [];
    return alias === undefined ? undefined : normalize((place as string).replace('*', specifier.slice(alias.length)));
  };
  return codeFiles().flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(IMPORT)].flatMap(([, specifier]) => {
      const to = fileOf(from, specifier as string);
      return to !== undefined && /\.(?:tsx?|json)$/u.test(to) && existsSync(to) ? [{ from, to }] : [];
    }),
  );
}

/** How often each place imports each other one; imports inside a place, and those of files without one, do not count. */
export function countBetween(
  imports: readonly Import[],
  placeOf: (file: string) => string | null,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const { from, to } of imports) {
    const [above, below] = [placeOf(from), placeOf(to)];
    if (above === null || below === null) continue;
    const row = counts.get(above) ?? new Map<string, number>();
    counts.set(above, row);
    if (!counts.has(below)) counts.set(below, new Map());
    if (above !== below) row.set(below, (row.get(below) ?? 0) + 1);
  }
  return counts;
}
