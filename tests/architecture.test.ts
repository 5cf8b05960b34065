import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The walls of the house: which layer may import which. A `#` import crosses a layer, a `./` import stays inside one. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/domain': [],
  'src/api/contract': ['src/domain'],
  'src/api': ['src/api/contract', 'src/domain'],
  'src/machines': ['src/domain'],
  'src/actors': ['src/machines', 'src/api', 'src/api/contract', 'src/domain'],
  'src/ui': ['src/actors', 'src/machines', 'src/api/contract', 'src/domain', 'locales'],
  server: ['src/api/contract', 'src/domain', 'locales'],
};

/** The floors of a layer, from the ground: a floor imports itself and those named. What starts the server stands above all of them. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'server/base': [],
  'server/db': ['server/base'],
  'server/ports': ['server/base', 'server/db'],
  'server/adapters': ['server/base', 'server/db', 'server/ports'],
  'server/resources': ['server/base', 'server/db', 'server/ports'],
  'server/routing': ['server/base', 'server/db', 'server/ports'],
  'server/features': ['server/base', 'server/db', 'server/ports', 'server/resources', 'server/routing'],
  'server/http': ['server/base', 'server/db', 'server/ports', 'server/resources', 'server/routing', 'server/features'],
  'server/app.ts': ['server/base', 'server/db', 'server/ports', 'server/resources', 'server/routing', 'server/features', 'server/http'],
  'server/main.ts': ['server/boot'],
  'src/ui/base': [],
  'src/ui/kit': ['src/ui/base'],
  'src/ui/documents': ['src/ui/base', 'src/ui/kit/markdown'],
  'src/ui/site': ['src/ui/base', 'src/ui/kit', 'src/ui/admin/base', 'src/ui/observe/problem'],
  'src/ui/observe/problem': ['src/ui/base', 'src/ui/kit'],
  'src/ui/observe': ['src/ui/base', 'src/ui/kit', 'src/ui/site', 'src/ui/admin/base', 'src/ui/observe/problem'],
  'src/ui/member': ['src/ui/base', 'src/ui/kit', 'src/ui/site', 'src/ui/admin/base'],
  'src/ui/admin': ['src/ui/base', 'src/ui/kit', 'src/ui/site', 'src/ui/observe'],
};

/** What belongs to no feature of its layer, and therefore knows none of them. */
const GROUND = ['src/domain/base', 'src/api/contract/base', 'src/machines/base', 'src/actors/base', 'src/ui/base', 'server/base'];

/** Files that may lie beside each other in a folder; more are a drawer, in which a stranger finds nothing. */
const FILES_IN_A_FOLDER = 25;
/** One file a step, in the order of their numbers; one file a kind, called as it is. */
const LONG_FOLDERS = ['server/db/migrations', 'src/domain/fields/kinds'];

/** The floor that a section's file stands on, told by its ending; whatever else lies in its folder belongs to its windows. */
const SECTION_FLOORS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:resource|rules|life)\.ts$/u, 'src/api/contract/sections'],
  [/\.migration\.ts$/u, 'server/db/sections'],
  // What all statements know; migrations know them.
  [/\.table\.ts$/u, 'server/db/tables/sections'],
  [/\.hooks\.ts$/u, 'server/features/sections'],
  [/./u, 'src/ui/admin/sections'],
];

/** Packages that are named in one place only. */
const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  axios: ['src/api/transport-axios.ts'],
  hono: ['server/http'],
  '@modelcontextprotocol': ['server/http/mcp/mcp-server.ts'],
  'pg-boss': ['server/db/jobs'],
  '@hono/node-server': ['server/boot'],
  kysely: ['server/db', 'server/resources', 'server/features', 'server/boot'],
  '@mantine': ['src/ui'],
  react: ['src/ui', 'src/documents.tsx', 'src/sign-ins.tsx', 'src/client.tsx', 'src/demo.tsx'],
  zod: ['src/api/contract'],
  'sanitize-html': ['src/domain/fields/rich-text.ts'],
};

const ROOT = process.cwd();
const ALIASES = Object.entries((JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> }).imports);
const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/gu;

const allBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile())
    : [];

const FILES = ['src', 'server'].flatMap(allBelow).filter((path) => /(?<!\.test)\.tsx?$/u.test(path));

/** The folder of the section that a file is of. */
const sectionOf = (file: string): string | undefined => /^src\/sections\/[^/]+/u.exec(file)?.[0];
/** Where a file stands for the walls: that of a section on the floor of its ending. */
const standOf = (file: string): string => {
  const floor = sectionOf(file) && SECTION_FLOORS.find(([ending]) => ending.test(file))?.[1];
  return floor ? file.replace('src/sections', floor) : file;
};

function resolved(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return relative(ROOT, join(ROOT, dirname(from), specifier));
  const alias = ALIASES.find(([key]) => specifier.startsWith(key.slice(0, -1)));
  return alias ? join(alias[1].replace('*', specifier.slice(alias[0].length - 1))) : null;
}

const importsOf = (file: string): string[] => [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => match[1] as string);
const isWithin = (file: string, place: string): boolean => file === place || standOf(file).startsWith(`${place}/`);
/** The most exact of these places that a file is in. */
const placeOf = (file: string, places: readonly string[]): string | undefined =>
  places.filter((place) => isWithin(file, place)).sort((a, b) => b.length - a.length)[0];
const layerOf = (file: string): string | undefined => placeOf(file, [...Object.keys(MAY_IMPORT), 'locales']);

const EDGES = new Map(FILES.map((file) => [file, importsOf(file).flatMap((specifier) => resolved(file, specifier) ?? [])]));
const eachEdge = (judge: (file: string, target: string) => boolean): string[] =>
  FILES.flatMap((file) => (EDGES.get(file) ?? []).flatMap((target) => (judge(file, target) ? [] : [`${file} → ${target}`])));

/** Every way round in a graph, as its stations; none when it has no circle. */
function circlesOf(edges: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(' → '));
    if (done.has(node) || path.includes(node)) return;
    for (const target of edges.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return circles;
}

// What stands in the root of a layer is the whole of it, such as its entry: it is no room among the others.
const folderOf = (file: string): string => (['server', 'src'].includes(dirname(file)) ? file : dirname(standOf(file)));

/** The room of each file with such an ending, by its name. */
const roomsOf = (layer: string, role: string): ReadonlyMap<string, string> =>
  new Map(
    FILES.filter((file) => file.startsWith(`${layer}/`) && file.endsWith(role)).map((file) => [
      basename(file, role),
      file.split('/')[2] ?? '',
    ]),
  );

describe('architecture', () => {
  it('lets no layer import one it may not know', () => {
    const trespasses = eachEdge((file, target) => {
      const [from, to] = [layerOf(file), layerOf(target)];
      return !from || to === from || (to !== undefined && MAY_IMPORT[from]?.includes(to) === true);
    });
    expect(trespasses).toEqual([]);
  });

  it('lets no floor import one above it', () => {
    const floors = Object.keys(FLOORS);
    const trespasses = eachEdge((file, target) => {
      const [from, layer] = [placeOf(file, floors), layerOf(file)];
      if (!from || layer === undefined || !isWithin(target, layer)) return true;
      return isWithin(target, from) || (FLOORS[from] ?? []).some((place) => isWithin(target, place));
    });
    expect(trespasses).toEqual([]);
  });

  it('keeps the ground of a layer free of its rooms', () => {
    const trespasses = eachEdge((file, target) => {
      const ground = placeOf(file, GROUND);
      return !ground || isWithin(target, ground) || !isWithin(target, dirname(ground));
    });
    expect(trespasses).toEqual([]);
  });

  it('crosses a layer only by alias and stays inside one only by path', () => {
    const misspelt = FILES.flatMap((file) =>
      importsOf(file).flatMap((specifier) => {
        const target = resolved(file, specifier);
        if (!target || !layerOf(file)) return [];
        const isInside = sectionOf(target) === sectionOf(file) && (sectionOf(file) !== undefined || layerOf(target) === layerOf(file));
        return specifier.startsWith('#') === isInside ? [`${file}: ${specifier}`] : [];
      }),
    );
    expect(misspelt).toEqual([]);
  });

  it('knows of a section nothing but its declaration', () => {
    const reached = eachEdge((file, target) => {
      const section = sectionOf(target);
      return section === undefined || section === sectionOf(file) || /\.(?:resource|rules|table)\.ts$/u.test(target);
    });
    expect(reached).toEqual([]);
  });

  it('names each of these packages only at home', () => {
    const strays = FILES.flatMap((file) =>
      importsOf(file).flatMap((specifier) => {
        const home = Object.entries(PACKAGE_HOMES).find(([name]) => specifier === name || specifier.startsWith(`${name}/`));
        return !home || home[1].some((place) => standOf(file).startsWith(place)) ? [] : [`${file}: ${specifier}`];
      }),
    );
    expect(strays).toEqual([]);
  });

  it('has no circle between files', () => {
    expect(circlesOf(EDGES)).toEqual([]);
  });

  it('has no circle between folders', () => {
    const folders = new Map<string, Set<string>>();
    for (const [file, targets] of EDGES)
      for (const target of targets) {
        const [from, to] = [folderOf(file), folderOf(target)];
        if (from !== to) folders.set(from, (folders.get(from) ?? new Set()).add(to));
      }
    expect(circlesOf(folders)).toEqual([]);
  });

  it('has no drawers', () => {
    const counts = Map.groupBy(['src', 'server'].flatMap(allBelow), (file) => dirname(file));
    const drawers = [...counts].filter(([folder, files]) => files.length > FILES_IN_A_FOLDER && !LONG_FOLDERS.includes(folder));
    expect(drawers.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
  });

  it('has no two files whose names differ in case alone', () => {
    // On disks that tell no case apart, one would take the other's place.
    const byName = Map.groupBy(['src', 'server', 'locales', 'tests', 'scripts'].flatMap(allBelow), (file) => file.toLowerCase());
    expect([...byName.values()].filter((files) => files.length > 1)).toEqual([]);
  });

  it('binds a machine to its effects in the room of its own name', () => {
    const machines = roomsOf('src/machines', '.machine.ts');
    const away = [...roomsOf('src/actors', '.actors.ts')].filter(([name, room]) => machines.has(name) && machines.get(name) !== room);
    expect(away).toEqual([]);
  });

  it('says by their endings what files beside a machine hold', () => {
    const cutOff = allBelow('src/machines').filter((file) => /-(?:vocabulary|selectors|readings|parts)\.ts$/u.test(file));
    expect(cutOff).toEqual([]);
  });

  it('tests rules and machines in the room that they lie in', () => {
    const astray = ['domain', 'machines'].flatMap((floor) =>
      allBelow(`tests/${floor}`).flatMap((file) => {
        const room = file.split('/')[2] ?? '';
        if (!/\.test\.tsx?$/u.test(file) || room === 'base') return [];
        const tested = [...readFileSync(file, 'utf8').matchAll(new RegExp(`from '#${floor}/([\\w-]+)/`, 'gu'))].map(([, name]) => name);
        return tested.length === 0 || tested.includes(room) ? [] : [`${file}: ${[...new Set(tested)].join(', ')}`];
      }),
    );
    expect(astray).toEqual([]);
  });

  it('keeps the roots of the layers free', () => {
    const beside = ['src', 'server', 'src/domain', 'src/machines', 'src/actors', 'src/ui', 'src/api/contract'].map((folder) =>
      readdirSync(folder)
        .filter((name) => /\.tsx?$/u.test(name))
        .map((name) => join(folder, name)),
    );
    const src = [
      'client.tsx',
      'demo-pictures.ts',
      'demo-unpack.ts',
      'demo-worker.ts',
      'demo.tsx',
      'documents.tsx',
      'leaf-bundles.ts',
      'main.tsx',
      'sign-ins.tsx',
    ];
    expect(beside.flat()).toEqual([...src.map((name) => `src/${name}`), 'server/app.ts', 'server/main.ts']);
  });

  it('resolves every import to a file', () => {
    expect(eachEdge((_, target) => existsSync(target))).toEqual([]);
  });

  it('keeps files short', () => {
    const long = FILES.filter((file) => !file.includes('/migrations/') && readFileSync(file, 'utf8').split('\n').length > 301);
    expect(long.map((file) => basename(file))).toEqual([]);
  });
});
