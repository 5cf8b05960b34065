import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const { scripts, imports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
};
const aliases = Object.entries(imports).map(([alias, place]) => [alias.replace('*', ''), place] as const);

/** What the builder of the image is not given. */
const leftOut = readFileSync('deploy/Dockerfile.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const isLeftOut = (file: string): boolean =>
  leftOut.some((pattern) => file === pattern || file.startsWith(`${pattern}/`) || matchesGlob(file, pattern));

/** What makes the pages, and what it runs by name. */
const BUILD = 'scripts/build-client.ts';
const BUILD_RUNS = ['vite.config.ts', 'scripts/modules-pack.ts'];

/** The programs that a command of the project runs, those of the commands that it calls among them. */
function programsOf(command: string): readonly string[] {
  return [...command.matchAll(/npm run (?:--silent )?([\w:]+)|node (\S+\.(?:ts|mjs))/gu)].flatMap(([, script, program]) =>
    script !== undefined ? programsOf(scripts[script] ?? '') : program === BUILD ? [program, ...BUILD_RUNS] : [program as string],
  );
}

function fileOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const [alias, place] = aliases.find(([prefix]) => specifier.startsWith(prefix)) ?? [];
  return alias === undefined ? null : normalize((place as string).replace('*', specifier.slice(alias.length)));
}

/** These files, whatever they import, and so on. */
function withImports(programs: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/gu)) {
      const to = fileOf(file, specifier);
      if (to !== null && existsSync(to) && statSync(to).isFile()) visit(to);
    }
  };
  programs.forEach(visit);
  return found;
}

describe('the image', () => {
  it('is built from what its builder is given', () => {
    const runs = readFileSync('deploy/Dockerfile', 'utf8').match(/^RUN npm run .*$/gmu) ?? [];
    const programs = runs.flatMap(programsOf);
    expect(programs).toEqual(expect.arrayContaining([BUILD, 'scripts/release.ts']));
    const needed = [...withImports(programs)];
    expect(needed.length).toBeGreaterThan(50);
    expect(needed.filter(isLeftOut)).toEqual([]);
  });

  it('is started with what the page on installing writes into .env', () => {
    const compose = readFileSync('deploy/compose.yaml', 'utf8');
    const demanded = [...compose.matchAll(/\$\{(\w+):\?\}/gu)].map(([, name]) => name!);
    const [, written = ''] = /^cat > deploy\/\.env <<EOF\n([^]*?)^EOF$/mu.exec(readFileSync('docs/install.md', 'utf8')) ?? [];
    const names = [...written.matchAll(/^(\w+)=/gmu)].map(([, name]) => name!);
    expect(new Set(names)).toEqual(new Set([...demanded, 'SITE']));
  });
});
