import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

const IMPORT = /(?:\bfrom|\bimport|\bresolve|\brequire)\s*\(?\s*["']([^"'.#/][^"']*)["']/gu;
const NODE = new Set(builtinModules);

/** `@scope/name` or `name` of what an import names; null for a part of Node.js. */
export function packageOf(specifier: string): string | null {
  if (specifier.startsWith('node:') || NODE.has(specifier.split('/')[0] ?? '')) return null;
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** Packages that some files name. */
export const packagesIn = (text: string): readonly string[] =>
  [...text.matchAll(IMPORT)].flatMap(([, specifier = '']) => packageOf(specifier) ?? []);

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Packages at the root of `node_modules` that a server needs, with all that they need themselves: those that its sources name, and those that the
 * drawing of documents does. What only the browser's side names is in the built pages already.
 */
export function neededPackages(folder: string, also: readonly string[]): ReadonlySet<string> {
  const modules = join(folder, 'node_modules');
  const sources = globSync(
    ['server/**/*.ts', 'src/{api,domain}/**/*.ts', 'src/sections/**/*.{resource,rules,hooks,migration}.ts', 'dist-server/*.js'],
    {
      cwd: folder,
    },
  );
  const open = [...also, ...sources.flatMap((file) => packagesIn(readFileSync(join(folder, file), 'utf8')))];
  const needed = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (needed.has(name) || !existsSync(join(modules, name, 'package.json'))) continue;
    needed.add(name);
    // One that lies inside another may need what lies beside that one.
    for (const path of globSync([`${name}/package.json`, `${name}/node_modules/**/package.json`], { cwd: modules })) {
      const {
        dependencies = {},
        optionalDependencies = {},
        peerDependencies = {},
      } = JSON.parse(readFileSync(join(modules, path), 'utf8')) as Manifest;
      open.push(...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
    }
  }
  return needed;
}
