import { globSync } from 'node:fs';
import { basename, matchesGlob } from 'node:path';

/** A part of the code whose faults a part of the tests has to notice. */
interface MutationArea {
  readonly folder: string;
  /** Whether a file of the folder holds something that can be wrong. */
  readonly counts: (path: string) => boolean;
  /** The tests of one of its rooms: those without a browser, so that a fault costs a second and not a minute. */
  readonly tests: (room: string) => readonly string[];
  /** Whether a file is looked at with the test of its name alone: what a machine declares is made once, and every test of its room would begin anew with each fault. */
  readonly hasOwnTests?: boolean;
}

/** Files that are looked at together, with the same tests. */
export interface MutationUnit {
  readonly area: string;
  /** What its results are kept under. */
  readonly name: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

const TESTS = '**/*.test.ts';

/** Files that are looked at together at most: what is broken off after hours has lost no more than these. */
const MOST_FILES = 6;

/** What tries the smallest logics of all rooms, which have no test of their name. */
const LEAF_LOGICS = 'tests/machines/base/leaf-logics.test.ts';

/** What tries the rooms of the engine that have tests of their own; the laws of every section try the others. */
const ENGINE_TESTS: Readonly<Record<string, readonly string[]>> = {
  changes: [`tests/server/changes/${TESTS}`, 'tests/server/resources/undo*.test.ts'],
  files: ['tests/server/resources/*{import,export}*.test.ts'],
  life: [`tests/server/life/${TESTS}`],
};

/** What tries the services of a room besides the tests of its name. */
const SERVICE_TESTS: Readonly<Record<string, readonly string[]>> = {
  changes: ['tests/server/resources/undo*.test.ts'],
  session: ['tests/server/members/{passkeys,code-sign-in,member-notices}.test.ts', 'tests/server/adapters/mail.test.ts'],
  table: ['tests/server/resources/*import*.test.ts'],
};

/** Of the server's tests, those that `npm test` runs too: a fault costs seconds, and not a minute. */
const isQuick = (path: string): boolean => !path.endsWith('.long.test.ts');

/** What `npm run mutate` plants faults in. */
const MUTATION_AREAS: Readonly<Record<string, MutationArea>> = {
  domain: {
    folder: 'src/domain',
    counts: () => true,
    tests: (room) => [`tests/domain/${room}/${TESTS}`, `tests/domain/${room}/${TESTS}x`],
  },
  machines: {
    folder: 'src/machines',
    counts: () => true,
    hasOwnTests: true,
    tests: (room) => [`tests/machines/${room}/${TESTS}`, LEAF_LOGICS],
  },
  services: {
    folder: 'server/features',
    counts: (path) => !path.endsWith('.d.ts'),
    tests: (room) => [`tests/server/${room}/${TESTS}`, ...(SERVICE_TESTS[room] ?? [])],
  },
  engine: { folder: 'server/resources', counts: () => true, tests: (room) => ENGINE_TESTS[room] ?? [`tests/server/resources/${TESTS}`] },
};

export const AREA_NAMES: readonly string[] = Object.keys(MUTATION_AREAS);

const roomOf = (path: string, folder: string): string => /^\/([^/]+)\//u.exec(path.slice(folder.length))?.[1] ?? '';

/** Every file of an area that faults are planted in. */
export function filesOfArea(area: string): readonly string[] {
  const { folder, counts } = MUTATION_AREAS[area]!;
  return globSync(`${folder}/**/*.ts`).filter(counts).sort();
}

/**
 * What is to be looked at, room by room.
 * @param names areas, folders, files and patterns of files; none for everything
 * @throws where a name stands for no file
 */
export function unitsOf(names: readonly string[]): readonly MutationUnit[] {
  const units = AREA_NAMES.flatMap((area) => {
    const { folder, tests, hasOwnTests = false } = MUTATION_AREAS[area]!;
    const files = filesOfArea(area).filter((path) => names.length === 0 || names.some((name) => isNamed(path, area, name)));
    const rooms = Object.entries(Object.groupBy(files, (path) => roomOf(path, folder)));
    return rooms.flatMap(([room, own = []]) => {
      const found = [...new Set(globSync([...tests(room)]))].filter((path) => folder.startsWith('src/') || isQuick(path)).sort();
      const byTests = Object.entries(Object.groupBy(own, (path) => (hasOwnTests ? testOf(path, found) : '')));
      return byTests.flatMap(([test, some = []]) =>
        piecesOf(some).map((piece, index) => ({
          area,
          name: `${unitName(room, test)}-${index + 1}`,
          files: piece,
          tests: test === '' ? found : [test],
        })),
      );
    });
  });
  const unknown = names.filter((name) => !units.some(({ area, files }) => files.some((path) => isNamed(path, area, name))));
  if (unknown.length > 0)
    throw new Error(`nothing to plant faults in: ${unknown.join(', ')}; there are ${AREA_NAMES.join(', ')}, and what lies in them`);
  return units;
}

/** The same, each room in one: of a room as a whole a sample is drawn. */
export function roomsOf(names: readonly string[]): readonly MutationUnit[] {
  return (names.length === 0 ? AREA_NAMES : names).flatMap((name) => {
    const rooms = Object.groupBy(
      unitsOf([name]),
      ({ area, files }) => `${MUTATION_AREAS[area]!.folder}/${roomOf(files[0]!, MUTATION_AREAS[area]!.folder)}`,
    );
    return Object.entries(rooms).map(([folder, units = []]) => ({
      area: units[0]!.area,
      // What was named lies in one room, unless it is an area.
      name: name.includes('/') && Object.keys(rooms).length === 1 ? name.replace(/\/$/u, '') : folder,
      files: units.flatMap(({ files }) => files),
      tests: [...new Set(units.flatMap(({ tests }) => tests))].sort(),
    }));
  });
}

const piecesOf = (files: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(files.length / MOST_FILES) }, (_, index) => files.slice(index * MOST_FILES, (index + 1) * MOST_FILES));

const isNamed = (path: string, area: string, name: string): boolean =>
  name === area || path === name || matchesGlob(path, name) || path.startsWith(`${name.replace(/\/$/u, '')}/`);

const stemOf = (path: string): string => basename(path).replace(/\..*$/u, '');

/** The test of a file's name, or of the longest name that its own begins with, such as `collection` for `collection-query`; '' for none. */
function testOf(path: string, tests: readonly string[]): string {
  const stem = stemOf(path);
  const fitting = tests.filter((test) => stem === stemOf(test) || stem.startsWith(`${stemOf(test)}-`));
  return fitting.sort((one, other) => stemOf(other).length - stemOf(one).length)[0] ?? '';
}

const unitName = (room: string, test: string): string => [room || 'top', ...(test === '' ? [] : [stemOf(test)])].join('-');
