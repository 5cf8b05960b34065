import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockEntry {
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A lock written on one platform may lack another's packages, and then `npm ci` fails there. */
it('locks every optional package of every platform with its integrity', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Readonly<Record<string, LockEntry>> };
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
