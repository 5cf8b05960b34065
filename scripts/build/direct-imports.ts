import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Packages whose one entry names thousands of modules. */
const WIDE_PACKAGES: Readonly<Record<string, string>> = {
  '@mantine/core': 'esm/index.mjs',
  '@mantine/dates': 'esm/index.mjs',
  '@mantine/hooks': 'esm/index.mjs',
  '@tabler/icons-react': 'dist/esm/tabler-icons-react.mjs',
  rxjs: 'dist/esm/index.js',
};
const FROM_FILE = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["'](\.[^"']+)["']/gu;
const FROM_PACKAGE = /import\s*\{([^}]*)\}\s*from\s*["'](@mantine\/(?:core|dates|hooks)|@tabler\/icons-react|rxjs)["'];?/gu;

interface Place {
  readonly file: string;
  /** What the module itself calls it. */
  readonly name: string;
}

const namesIn = (list: string): [string, string][] =>
  list.split(',').flatMap((item) => {
    const [name, alias = name] = item.trim().split(/\s+as\s+/u);
    return name ? [[name, alias ?? name]] : [];
  });

/** Where each name of a package's entry really comes from. */
function readPlaces(entry: string): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const [, list = '', path = ''] of readFileSync(entry, 'utf8').matchAll(FROM_FILE)) {
    const file = join(dirname(entry), extname(path) === '' ? `${path}.js` : path);
    for (const [name, alias] of namesIn(list)) places.set(alias, { file, name });
  }
  return places;
}

/**
 * Imports from wide packages lead straight to the module that is meant. The bundler then reads a fraction of the files, and knows
 * which page needs what before it has looked into everything; `chunk-plan.ts` relies on it. For builds only: what runs is the same.
 */
export function directImports(root: string): Plugin {
  const places = new Map<string, Map<string, Place>>();
  const placesOf = (name: string): Map<string, Place> => {
    const known = places.get(name) ?? readPlaces(join(root, 'node_modules', name, WIDE_PACKAGES[name] ?? ''));
    places.set(name, known);
    return known;
  };
  return {
    name: 'direct-imports',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { code: /@mantine\/|@tabler\/icons-react|['"]rxjs['"]/u, id: /\.(?:m?js|tsx?)$/u },
      handler(code) {
        const direct = code.replaceAll(FROM_PACKAGE, (statement: string, list: string, name: string) => {
          const imports = namesIn(list).map(([imported, local]) => {
            const place = placesOf(name).get(imported);
            return place
              ? `import { ${place.name} as ${local} } from ${JSON.stringify(place.file.replaceAll('\\', '/'))};`
              : `import { ${imported} as ${local} } from '${name}';`;
          });
          // Lines stay where they were, so that source maps stay true.
          return imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
        });
        return direct === code ? null : { code: direct, map: null };
      },
    },
  };
}
