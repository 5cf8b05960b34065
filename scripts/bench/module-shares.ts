import { existsSync, readFileSync } from 'node:fs';

interface SourceMapFile {
  readonly sources: readonly string[];
  readonly mappings: string;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The numbers of one segment of a source map: base 64, five bits a digit, the sign in the lowest bit. */
function decodeSegment(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const char of segment) {
    const digit = DIGITS.indexOf(char);
    value += (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

/** `@mantine/core` for a file of that package, `src/ui/kit` for one of ours. */
export function ownerOf(source: string): string {
  const [, inPackage] = source.split(/node_modules\/(?!.*node_modules\/)/u);
  if (inPackage !== undefined)
    return inPackage
      .split('/')
      .slice(0, inPackage.startsWith('@') ? 2 : 1)
      .join('/');
  const [, inSources] = source.split(/(?=(?:src|locales|tests)\/)/u);
  if (inSources === undefined) return 'generated';
  return inSources
    .split('/')
    .slice(0, 3)
    .filter((part) => !part.includes('.'))
    .join('/');
}

/** How many characters of a built script come from which package or folder, by its source map. */
export function charactersByOwner(script: string): Map<string, number> {
  // What the bundler adds by itself has no map.
  if (!existsSync(`${script}.map`)) return new Map([['generated', 1]]);
  const map = JSON.parse(readFileSync(`${script}.map`, 'utf8')) as SourceMapFile;
  const lines = readFileSync(script, 'utf8').split('\n');
  const owners = map.sources.map(ownerOf);
  const shares = new Map<string, number>();
  let source = 0;
  for (const [index, line] of map.mappings.split(';').entries()) {
    let column = 0;
    let owner = 'generated';
    const countUntil = (end: number) => {
      shares.set(owner, (shares.get(owner) ?? 0) + end - column);
      column = end;
    };
    for (const segment of line === '' ? [] : line.split(',')) {
      const [columnStep = 0, sourceStep] = decodeSegment(segment);
      countUntil(column + columnStep);
      if (sourceStep === undefined) continue;
      source += sourceStep;
      owner = owners[source] ?? 'generated';
    }
    countUntil(lines[index]?.length ?? 0);
  }
  return shares;
}
