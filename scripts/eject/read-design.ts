import { parseResource, ResourceError } from '../../src/api/contract/table/resource-schema.ts';
import type { MenuPlace, Resource } from '../../src/domain/table/resource.ts';
import { PLAIN_SHAPE, type DesignShape, type Renames, type SectionDesign } from '../../src/domain/designer/section-design.ts';

/** A design as a file holds it, with what people did to its names since it was ejected last. */
export interface WrittenDesign extends SectionDesign {
  readonly renames?: Renames;
}

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isRank = (value: unknown): boolean => Number.isSafeInteger(value);
const isListOf = (value: unknown, fits: (one: unknown) => boolean): boolean => Array.isArray(value) && value.every(fits);

const isDirectory = (under: unknown): boolean =>
  isText(under) || (isTree(under) && isText(under['name']) && isText(under['icon']) && isRank(under['sortOrder']));

/** The ids of rules belong to sections that installations have by them: a designed one has none. */
const isMenu = (menu: unknown): menu is MenuPlace =>
  isTree(menu) &&
  isDirectory(menu['under']) &&
  isText(menu['icon']) &&
  isRank(menu['sortOrder']) &&
  ['nodes', 'laterNodes'].every((name) => menu[name] === undefined || isListOf(menu[name], isText));

const isLists = (value: unknown): boolean => isListOf(value, (one) => isListOf(one, isText));
const isShape = (shape: unknown): shape is DesignShape =>
  isTree(shape) &&
  isLists(shape['unique']) &&
  isLists(shape['indexes']) &&
  (shape['foreignKeys'] === 'kept' || shape['foreignKeys'] === 'none');

/**
 * Reads a design from JSON, as the designer exports it.
 * @throws ResourceError naming the first thing that is wrong
 */
export function readDesign(json: unknown): WrittenDesign {
  const design = isTree(json) && isTree(json['design']) ? json['design'] : json;
  if (!isTree(design) || !isTree(design['declaration'])) throw new ResourceError('a design has a `declaration`');
  const { menu, isSmall, ...declared } = design['declaration'];
  const declaration = design['declaration'] as unknown as Resource;
  // Only judged by it: the order of its keys is the designer's.
  parseResource(declared);
  if (menu !== undefined && !isMenu(menu)) throw new ResourceError('`menu` says `under`, `icon` and `sortOrder`');
  if (isSmall !== undefined && isSmall !== true) throw new ResourceError('`isSmall` is true or not there');
  const { shape = PLAIN_SHAPE, renames } = design;
  if (!isShape(shape)) throw new ResourceError('`shape` says `unique`, `indexes` and `foreignKeys`');
  const unknown = [...shape.unique, ...shape.indexes].flat().find((key) => !Object.hasOwn(declaration.fields, key));
  if (unknown !== undefined) throw new ResourceError(`\`shape\` names no field: ${unknown}`);
  if (renames !== undefined && !(isTree(renames) && isTree(renames['columns']))) throw new ResourceError('`renames` says `columns`');
  return { declaration, shape, ...(renames !== undefined && { renames: { options: {}, ...renames } as unknown as Renames }) };
}
