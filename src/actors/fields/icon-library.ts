import { awesome, elementPlus, type ShelvedLibrary } from 'virtual:icon-libraries';
import { FailureError } from '#domain/base/failure';
import { iconText, LOCAL_ICONS, shapesOf, iconWords, type IconEntry, type IconLibrary, type IconName } from '#domain/base/icon';
import { sheetIcons } from './sheet-icons.ts';

/** What an icon looks like: outlines inside a square. */
export interface IconDrawing {
  readonly sizePx: number;
  readonly outlines: readonly string[];
}

const SHELVED: Readonly<Record<'elementPlus' | 'awesome', ShelvedLibrary>> = { elementPlus, awesome };

const isShelved = (library: IconLibrary): library is keyof typeof SHELVED => library in SHELVED;

/** Reads one shelf; the others stay where they are. */
async function outlinesOf({ shelves }: ShelvedLibrary, shape: string): Promise<string | undefined> {
  const shelf = shelves.find(({ last }) => shape <= last);
  const { shapes } = (await shelf?.open()) ?? {};
  return shapes && Object.hasOwn(shapes, shape) ? shapes[shape] : undefined;
}

/**
 * The drawing of a stored name; null where its library has none such, or is none of those that are drawn.
 * @throws when the code of the shelf does not arrive
 */
export async function drawIcon(name: IconName): Promise<IconDrawing | null> {
  if (!isShelved(name.library)) return null;
  const library = SHELVED[name.library];
  for (const shape of shapesOf(name)) {
    // oxlint-disable-next-line no-await-in-loop -- the first that exists; nearly always the first of all
    const outlines = await outlinesOf(library, shape);
    if (outlines !== undefined) return { sizePx: library.sizePx, outlines: outlines.split('|') };
  }
  return null;
}

/** A drawing that has several names is offered once, under the shortest, and found by all of them. */
async function shelvedIcons(library: keyof typeof SHELVED): Promise<readonly IconEntry[]> {
  const opened = await Promise.all(SHELVED[library].shelves.map(({ open }) => open()));
  const namesByOutlines = Map.groupBy(
    opened.flatMap(({ shapes }) => Object.entries(shapes)),
    ([, outlines]) => outlines,
  );
  return [...namesByOutlines.values()]
    .map((group) => group.map(([shape]) => shape).sort((a, b) => a.length - b.length))
    .map(([shape = '', ...others]) => ({ name: iconText({ library, shape }), words: [shape, ...others].map(iconWords) }));
}

const plainIcons = (library: IconLibrary, shapes: readonly string[]): readonly IconEntry[] =>
  shapes.map((shape) => ({ name: iconText({ library, shape }), words: [iconWords(shape)] }));

/**
 * Everything a library has to choose from.
 * @throws FailureError when its code does not arrive
 */
export async function listIcons(library: IconLibrary, isOnline: () => boolean): Promise<readonly IconEntry[]> {
  if (library === 'local') return plainIcons(library, LOCAL_ICONS);
  if (library === 'iconfont') return plainIcons(library, sheetIcons(document.styleSheets));
  try {
    return await shelvedIcons(library);
  } catch {
    throw new FailureError({ kind: 'unreachable', online: isOnline() });
  }
}
