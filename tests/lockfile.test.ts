import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockEntry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Readonly<Record<string, LockEntry>> };

/** A lock written on one platform may lack another's packages, and then `npm ci` fails there. */
it('locks every optional package of every platform with its integrity', () => {
  const isLocked = (from: string, name: string): boolean => {
    for (let path = from; ; path = path.replace(/\/?(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/u, '')) {
      const entry = packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`];
      if (entry) return entry.integrity !== undefined;
      if (path === '') return false;
    }
  };
  const holes = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).flatMap((name) => (isLocked(path, name) ? [] : [`${path || 'package.json'} → ${name}`])),
  );
  expect(holes).toEqual([]);
});

/** Where one lacks it, npm asks for all that the registry knows of the package, which takes longer than the package. */
it('says of every package where its archive lies in the public registry', () => {
  const elsewhere = Object.entries(packages).filter(
    ([path, { version, resolved }]) =>
      path !== '' && !(resolved?.startsWith('https://registry.npmjs.org/') && resolved.endsWith(`-${version}.tgz`)),
  );
  expect(elsewhere.map(([path]) => path)).toEqual([]);
});
