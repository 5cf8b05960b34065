import { readFileSync } from 'node:fs';
import { actorTree, leafActors } from './actor-tree.ts';
import { flowchartOf, importTable } from './flowchart.ts';
import { countBetween, readImports, type Import } from './read-imports.ts';
import { roomMatrix } from './rooms.ts';

/** Documents with drawn parts. */
export const DRAWN_DOCUMENTS = ['docs/architecture.md', 'docs/map.md'];

const LAYERS = ['src/domain', 'src/api/contract', 'src/api', 'src/machines', 'src/actors', 'src/ui', 'server', 'locales'];
const isBelow = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`);

/** The layer that a file of a section belongs to, by its ending. */
const SECTION_FLOORS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:resource|rules|life)\.ts$/u, 'src/api/contract'],
  [/\.(?:migration|table)\.ts$/u, 'server/db'],
  [/\.hooks\.ts$/u, 'server/features'],
  [/./u, 'src/ui/admin'],
];

/** Where a file would stand if sections were not folders of their own. */
function onItsFloor(file: string): string {
  if (!isBelow(file, 'src/sections')) return file;
  const [, floor] = SECTION_FLOORS.find(([ending]) => ending.test(file)) as readonly [RegExp, string];
  return file.replace('src', floor);
}

const layerOf = (file: string): string => LAYERS.find((layer) => isBelow(file, layer)) ?? 'start in the browser';

/** Rooms that others build on: `tests/architecture.test.ts` gives them a floor below that of their neighbours. */
const LOWER_ROOMS = ['src/ui/observe/problem', 'src/ui/admin/base'];

/** The floors of a layer are its folders; a file in its root is one by itself. */
const floorOf =
  (layer: string) =>
  (file: string): string | null => {
    if (!isBelow(file, layer)) return null;
    const place =
      LOWER_ROOMS.find((room) => isBelow(file, room)) ??
      file
        .split('/')
        .slice(0, layer.split('/').length + 1)
        .join('/');
    return place.slice(layer.length + 1);
  };

function importsOf(imports: readonly Import[], placeOf: (file: string) => string | null, heading: string): string {
  const counts = countBetween(imports, placeOf);
  return `${flowchartOf(counts)}\n\n${importTable(counts, heading)}`;
}

/** What is drawn between `<!-- drawn: <name> -->` and `<!-- end -->`, by its name. */
function drawings(): Readonly<Record<string, () => string>> {
  const imports = readImports().map(({ from, to }) => ({ from: onItsFloor(from), to: onItsFloor(to) }));
  return {
    layers: () => importsOf(imports, layerOf, 'layer'),
    server: () => importsOf(imports, floorOf('server'), 'floor'),
    views: () => importsOf(imports, floorOf('src/ui'), 'floor'),
    actors: actorTree,
    leaves: leafActors,
    rooms: roomMatrix,
  };
}

const PART = /(<!-- drawn: (\w+) -->\n)[\s\S]*?(<!-- end -->)/gu;

/**
 * A document with its drawn parts as the code is now.
 * @throws when it asks for a drawing that there is not
 */
export function drawnDocument(path: string): string {
  const made = drawings();
  return readFileSync(path, 'utf8').replaceAll(PART, (_, begin: string, name: string, end: string) => {
    const draw = made[name];
    if (!draw) throw new Error(`${path} asks for a drawing that is not known: ${name}`);
    return `${begin}\n${draw()}\n\n${end}`;
  });
}
