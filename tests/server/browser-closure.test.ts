import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { SERVER_NAMESPACES } from '#server/adapters/message-namespaces';
import { browserTwin } from '../../scripts/build/browser-twins.ts';

const ROOT = process.cwd();
const ALIASES = Object.entries((JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> }).imports);
/** Whole statements: types are gone before anything runs. */
const STATEMENT = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'|new URL\(\s*'([^']+)'/gu;
const ONLY_TYPES = /(?:^|\n)\s*(?:import|export)\s+\{(?:\s*type [^,}]+,?)+\s*\}\s*from\s+'[^']+'/gu;

function targetOf(from: string, specifier: string): string | null {
  const alias = ALIASES.find(([key]) => specifier.startsWith(key.slice(0, -1)));
  if (alias) return resolve(ROOT, alias[1].replace('*', specifier.slice(alias[0].length - 1)));
  return specifier.startsWith('.') ? resolve(dirname(from), specifier) : null;
}

/** Every file that comes with these, as the build for a browser reads them, by whoever named it first; and what it takes of Node. */
function closureOf(entries: readonly string[]) {
  const from = new Map<string, string | null>(entries.map((entry) => [resolve(ROOT, entry), null]));
  const node: string[] = [];
  for (const file of from.keys()) {
    if (!/\.tsx?$/u.test(file)) continue;
    const text = readFileSync(file, 'utf8').replaceAll(ONLY_TYPES, '');
    const globs = [...text.matchAll(/import\.meta\.glob\(\s*'([^']+\.ts)'/gu)].flatMap(([, glob = '']) =>
      globSync(join(dirname(file), glob)),
    );
    const named = [...text.matchAll(STATEMENT)].flatMap(([, ...names]) => names.filter((name) => name !== undefined));
    for (const name of named) if (name.startsWith('node:')) node.push(`${relative(ROOT, file)}: ${name}`);
    for (const target of [...globs, ...named.flatMap((name) => targetOf(file, name.split('?')[0] ?? name) ?? [])]) {
      if (!existsSync(target)) continue;
      const taken = browserTwin(target) ?? target;
      if (!from.has(taken)) from.set(taken, file);
    }
  }
  return { files: [...from.keys()].map((file) => relative(ROOT, file)), node };
}

const TWINS = globSync('server/**/*.browser.ts');
const namesIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gmu)].map(([, name = '']) => name).toSorted();

it('reaches nothing of Node from what runs in a browser', () => {
  const { files, node } = closureOf(['src/demo.tsx', 'src/demo-worker.ts', 'src/demo-unpack.ts', 'src/demo-pictures.ts']);
  expect(files).toContain('server/app.ts');
  expect(files.length).toBeGreaterThan(800);
  expect(node).toEqual([]);
});

it('would see it without the twins', () => {
  const { node } = closureOf(['server/base/platform/hash-now.ts', 'server/base/platform/async-scope.ts']);
  expect(node).toEqual(['server/base/platform/hash-now.ts: node:crypto', 'server/base/platform/async-scope.ts: node:async_hooks']);
});

it.each(TWINS)('%s has what is asked of the file that it stands for', (twin) => {
  const own = twin.replace('.browser.ts', '.ts');
  const asked = new Set(
    globSync('{server,src}/**/*.ts')
      .filter((file) => !file.endsWith('.browser.ts') && closure.has(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/import \{([^}]+)\} from '([^']+)'/gu)]
          .filter(([, , name = '']) => targetOf(resolve(file), name) === resolve(own))
          .flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
          .filter((name) => name !== '' && !name.startsWith('type ')),
      ),
  );
  expect(namesIn(twin)).toEqual(expect.arrayContaining([...asked]));
});
const closure = new Set(closureOf(['src/demo-worker.ts']).files);

it('brings every namespace that the server speaks from', () => {
  const text = readFileSync('server/adapters/browser/bundled-messages.ts', 'utf8');
  const named = /\/\{([\w,]+)\}\.json/u.exec(text)?.[1]?.split(',');
  expect(named?.toSorted()).toEqual([...SERVER_NAMESPACES].toSorted());
});
