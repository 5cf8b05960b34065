import { existsSync, globSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { neededPackages } from './needed-packages.ts';
import { isForDevelopers } from './release-files.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const only = (all: Readonly<Record<string, string>>, names: ReadonlySet<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));

/** Leaves of the packages in a folder those that its server needs, and of these what runs; its `package.json` then says the same. */
export function trimPackages(folder: string): void {
  const modules = join(folder, 'node_modules');
  const manifestFile = join(folder, 'package.json');
  const { devDependencies: _dev, ...manifest } = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest & Record<string, unknown>;
  const needed = neededPackages(folder, Object.keys(manifest.optionalDependencies));
  for (const name of globSync(['*', '@*/*'], { cwd: modules }))
    if (!/^@[^/]+$/u.test(name) && !needed.has(name)) rmSync(join(modules, name), { recursive: true });
  for (const scope of globSync('@*', { cwd: modules }))
    if (readdirSync(join(modules, scope)).length === 0) rmSync(join(modules, scope), { recursive: true });
  for (const link of globSync('.bin/*', { cwd: modules }).map((name) => join(modules, name)))
    if (lstatSync(link).isSymbolicLink() && !existsSync(link)) rmSync(link);
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && isForDevelopers(entry.name)) rmSync(join(entry.parentPath, entry.name));
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json']) rmSync(join(folder, lock), { force: true });
  const kept = { dependencies: only(manifest.dependencies, needed), optionalDependencies: only(manifest.optionalDependencies, needed) };
  writeFileSync(manifestFile, `${JSON.stringify({ ...manifest, ...kept }, null, 2)}\n`);
}
