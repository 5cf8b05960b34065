import { isPlainObject } from '#domain/base/plain-value';
import { parseCarried } from '#api/contract/designer/carried-schema';
import { parseDesign } from '#api/contract/designer/design-schema';
import { ResourceError } from '#api/contract/table/resource-schema';
import type { EarlierNames } from '#domain/designer/lineage/earlier-names';
import { PLAIN_SHAPE, type Renames, type SectionDesign } from '#domain/designer/section-design';

/** A design as a file holds it, with what people did to its names since it was ejected last. */
export interface WrittenDesign extends SectionDesign {
  readonly renames?: Renames;
  /** What was done to its names where it was drawn; `renames` counts before it. */
  readonly earlier?: readonly EarlierNames[];
}

type Tree = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isListOf = (value: unknown, fits: (one: unknown) => boolean): boolean => Array.isArray(value) && value.every(fits);

/** `__proto__` as the name of a value: the judge does not look at it, and what reads the design would. */
const isHidden = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (Object.hasOwn(value, '__proto__') || Object.values(value).some(isHidden));

const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  nodes: (value) => isListOf(value, isText),
  laterNodes: (value) => isListOf(value, isText),
  ids: (value) => Number.isSafeInteger(value) || isListOf(value, Number.isSafeInteger),
};

/** A menu as designs have it: a shipped section's says more, of installations that have it by other names or ids. */
export function drawnMenu(menu: unknown): unknown {
  if (!isPlainObject(menu)) return menu;
  const wrong = Object.entries(FITS).find(([name, fits]) => menu[name] !== undefined && !fits(menu[name]));
  if (wrong) throw new ResourceError(`\`menu.${wrong[0]}\` is of another kind`);
  const { under, nodes: _nodes, laterNodes: _later, ids: _ids, ...rest } = menu;
  if (!isPlainObject(under)) return { under, ...rest };
  const { id: _id, ...directory } = under;
  return { under: directory, ...rest };
}

/**
 * Reads a design from JSON, as the designer exports it. It is judged as one that is published; the order of its keys, which is that of the
 * form and of the file, stays.
 * @throws ResourceError naming the first thing that is wrong
 */
export function readDesign(json: unknown): WrittenDesign {
  if (isHidden(json)) throw new ResourceError('nothing in a design may be called `__proto__`');
  const design = isPlainObject(json) && isPlainObject(json['design']) ? json['design'] : json;
  if (!isPlainObject(design) || !isPlainObject(design['declaration'])) throw new ResourceError('a design has a `declaration`');
  const { design: drawn, renames, earlier } = parseCarried(design);
  const { shape = PLAIN_SHAPE, ...rest } = drawn as Tree;
  const { menu, ...declared } = design['declaration'];
  parseDesign({ ...rest, shape, declaration: { ...declared, ...(menu !== undefined && { menu: drawnMenu(menu) }) } });
  const written = { ...rest, shape } as unknown as SectionDesign;
  const unknown = [...written.shape.unique, ...written.shape.indexes].flat().find((key) => !Object.hasOwn(written.declaration.fields, key));
  if (unknown !== undefined) throw new ResourceError(`\`shape\` names no field: ${unknown}`);
  return { ...written, ...(renames && { renames }), ...(earlier && { earlier }) };
}
