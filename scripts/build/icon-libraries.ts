import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** What the client asks for; the shelves behind it come one by one. */
const INDEX = 'virtual:icon-libraries';
const SHELF = 'virtual:icon-shelf/';
const PATH = /<path fill="currentColor" d="([^"]*)"\/>/gu;

interface IconFile {
  readonly width: number;
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
}

interface Source {
  readonly file: string;
  /** One menu entry's icon costs one shelf; a picker opens all of them. */
  readonly shelves: number;
  readonly rename: (name: string) => string;
}

const SOURCES: Readonly<Record<string, Source>> = {
  elementPlus: { file: '@iconify-json/ep/icons.json', shelves: 2, rename: pascalCase },
  awesome: { file: '@iconify-json/fa7-solid/icons.json', shelves: 12, rename: (name) => name },
};

/** `user-filled` → `UserFilled`, as the family's menus have it. */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/gu, (_, letter: string) => letter.toUpperCase());
}

/** A drawing as the outlines of its parts; everything else about it is the same for all of them. */
function outlinesOf(name: string, body: string): string {
  const outlines = [...body.matchAll(PATH)].map((match) => match[1]);
  if (body.replaceAll(PATH, '') !== '') throw new Error(`the icon ${name} is more than outlines`);
  return outlines.join('|');
}

/** The shapes of a library in alphabetical order, cut into shelves. */
function readShelves(root: string, { file, shelves, rename }: Source) {
  const { icons, width } = JSON.parse(readFileSync(createRequire(`${root}/package.json`).resolve(file), 'utf8')) as IconFile;
  const shapes = Object.entries(icons)
    .map(([name, { body }]) => [rename(name), outlinesOf(name, body)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const perShelf = Math.ceil(shapes.length / shelves);
  return {
    sizePx: width,
    shelves: Array.from({ length: shelves }, (_, index) => shapes.slice(index * perShelf, (index + 1) * perShelf)),
  };
}

/**
 * The icon packages as modules of the client: only names and outlines, cut into shelves so that one icon does not bring a thousand.
 * `icon-libraries.d.ts` beside the reader has their types.
 */
export function iconLibraries(root: string): Plugin {
  const libraries = new Map<string, ReturnType<typeof readShelves>>();
  const libraryOf = (name: string) => {
    const source = SOURCES[name];
    if (!source) throw new Error(`no icon library is called ${name}`);
    const library = libraries.get(name) ?? readShelves(root, source);
    libraries.set(name, library);
    return library;
  };
  const indexCode = (): string =>
    Object.keys(SOURCES)
      .map((name) => {
        const { sizePx, shelves } = libraryOf(name);
        const entries = shelves.map(
          (shapes, index) => `{ last: ${JSON.stringify(shapes.at(-1)?.[0])}, open: () => import('${SHELF}${name}-${index}') }`,
        );
        return `export const ${name} = { sizePx: ${sizePx}, shelves: [${entries.join(', ')}] };`;
      })
      .join('\n');
  return {
    name: 'icon-libraries',
    resolveId: (id) => (id === INDEX || id.startsWith(SHELF) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${INDEX}`) return indexCode();
      if (!id.startsWith(`\0${SHELF}`)) return null;
      const [name = '', index = ''] = id.slice(SHELF.length + 1).split('-');
      const shapes = Object.fromEntries(libraryOf(name).shelves[Number(index)] ?? []);
      return `export const shapes = JSON.parse(${JSON.stringify(JSON.stringify(shapes))});`;
    },
  };
}
