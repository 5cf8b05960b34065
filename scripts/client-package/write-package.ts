import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Resource } from '../../src/domain/table/resource.ts';
import { sectionsModule } from './section-types.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Writes the package into a folder, which is emptied before: JavaScript, its types, and what it is. */
export function writeClientPackage(resources: readonly Resource[], into: string): void {
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Readonly<Record<string, string>>;
  rmSync(into, { recursive: true, force: true });
  const sources = join(into, 'source');
  mkdirSync(sources, { recursive: true });
  copyFileSync(join(import.meta.dirname, 'runtime.ts'), join(sources, 'runtime.ts'));
  writeFileSync(join(sources, 'index.ts'), sectionsModule(resources));
  copyFileSync(join(import.meta.dirname, 'README.md'), join(into, 'README.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(into, 'LICENSE'));
  const about = {
    name: 'troupe-client',
    version,
    description: 'A typed client of Troupe, for other programs',
    license,
    type: 'module',
    exports: { '.': { types: './lib/index.d.ts', default: './lib/index.js' } },
    files: ['lib', 'README.md', 'LICENSE'],
    engines: { node: '>=20' },
    sideEffects: false,
  };
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  const options = {
    compilerOptions: {
      target: 'ES2022',
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      declaration: true,
      rootDir: '.',
      outDir: '../lib',
    },
    include: ['*.ts'],
  };
  writeFileSync(join(sources, 'tsconfig.json'), JSON.stringify(options));
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', sources], { stdio: 'pipe' });
  rmSync(sources, { recursive: true });
}
