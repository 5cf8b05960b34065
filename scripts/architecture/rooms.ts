import { globSync } from 'node:fs';
import { sep } from 'node:path';

interface Floor {
  readonly title: string;
  readonly folder: string;
}

/** Where the rooms are, from the ground up. Of views those of the back office and those beside it. */
const FLOORS: readonly Floor[] = [
  { title: 'rules', folder: 'src/domain' },
  { title: 'contract', folder: 'src/api/contract' },
  { title: 'machines', folder: 'src/machines' },
  { title: 'actors', folder: 'src/actors' },
  { title: 'views', folder: 'src/ui' },
  { title: 'views of the back office', folder: 'src/ui/admin' },
  { title: 'shared views', folder: 'src/ui/kit' },
  { title: 'server', folder: 'server/features' },
];
const TEST_FLOORS = ['tests/domain', 'tests/machines', 'tests/actors', 'tests/ui', 'tests/ui/admin', 'tests/ui/kit', 'tests/server'];

/** What stands in a floor without being a room. */
const NO_ROOMS: ReadonlySet<string> = new Set(['base', 'kit', 'admin', 'contract', 'graphs', 'support', 'messages']);

const filesBelow = (folder: string): readonly string[] =>
  globSync(`${folder}/**/*.{ts,tsx}`).map((path) =>
    path
      .split(sep)
      .join('/')
      .slice(folder.length + 1),
  );

/** How many files each room of a floor has. */
function roomsOf(folder: string): ReadonlyMap<string, number> {
  const rooms = Map.groupBy(
    filesBelow(folder).filter((path) => path.includes('/')),
    (path) => path.split('/')[0] as string,
  );
  return new Map([...rooms].map(([room, files]) => [room, files.length]));
}

const cell = (folder: string, count: number | undefined, name: string): string =>
  count === undefined ? '' : `[${count}](../${folder}/${name})`;

/** Which room is on which floor, with how many files: a table whose numbers lead to the folders. */
export function roomMatrix(): string {
  const floors = FLOORS.map((floor) => ({ ...floor, rooms: roomsOf(floor.folder) }));
  const tests = TEST_FLOORS.map((folder) => ({ folder, rooms: roomsOf(folder) }));
  const names = [...new Set(floors.flatMap(({ rooms }) => [...rooms.keys()]))].filter((name) => !NO_ROOMS.has(name));
  const floorsWith = (name: string): number => floors.filter(({ rooms }) => rooms.has(name)).length;
  // A folder that only one floor has is a part of that floor, unless it is a feature of the server or the views alone.
  const rooms = names.filter((name) => floorsWith(name) > 1).sort();
  return [
    `| room | ${floors.map(({ title }) => title).join(' | ')} | tests |`,
    `|---|${floors.map(() => '---:|').join('')}---:|`,
    ...rooms.map((name) => {
      const tested = tests.reduce((sum, floor) => sum + (floor.rooms.get(name) ?? 0), 0);
      return `| **${name}** | ${floors.map(({ folder, rooms: own }) => cell(folder, own.get(name), name)).join(' | ')} | ${tested || ''} |`;
    }),
  ].join('\n');
}
