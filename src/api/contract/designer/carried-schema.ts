import * as z from 'zod/mini';
import { DESIGN_BOUNDS } from '#domain/designer/design-rules';
import { EARLIER_NAMES, type EarlierNames } from '#domain/designer/lineage/earlier-names';
import type { Renames } from '#domain/designer/section-design';
import { ResourceError } from '../table/resource-schema.ts';

/** More than a design may have fields, for a section of the program may have more. */
const COLUMNS = 100;

const column = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,62}$/u));
const option = z.string().check(z.maxLength(63));
const renames = z.strictObject({
  columns: z._default(z.record(column, column), {}),
  options: z._default(z.record(column, z.record(option, option)), {}),
});
const earlier = z
  .array(
    z.strictObject({
      designs: z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/u))).check(z.maxLength(EARLIER_NAMES)),
      columns: z
        .record(column, z.array(option).check(z.maxLength(DESIGN_BOUNDS.options)))
        .check(z.refine((columns) => Object.keys(columns).length <= COLUMNS, { error: 'Too many columns' })),
      renames,
      gone: z._default(z.array(column).check(z.maxLength(COLUMNS)), []),
    }),
  )
  .check(z.maxLength(EARLIER_NAMES));

/** A design as a file carries it: beside what it is, what was done to its names. */
export interface CarriedDesign {
  /** Not judged yet. */
  readonly design: unknown;
  /** What somebody wrote by hand; it counts before `earlier`. */
  readonly renames?: Renames;
  readonly earlier?: readonly EarlierNames[];
}

/**
 * Takes what was done to names from a design that came from elsewhere.
 * @throws ResourceError naming the first thing that is wrong
 */
export function parseCarried(json: unknown): CarriedDesign {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { design: json };
  const { renames: told, earlier: before, ...design } = json as Readonly<Record<string, unknown>>;
  return {
    design,
    ...(told !== undefined && { renames: parsedRenames(told) }),
    ...(before !== undefined && { earlier: parsedEarlier(before) }),
  };
}

function parsedRenames(value: unknown): Renames {
  const parsed = renames.safeParse(value);
  if (parsed.success) return parsed.data;
  const isOfOptions = parsed.error.issues[0]?.path[0] === 'options';
  throw new ResourceError(`\`renames\` says which new name each of the ${isOfOptions ? '`options` of a column' : '`columns`'} has`);
}

function parsedEarlier(value: unknown): readonly EarlierNames[] {
  const parsed = earlier.safeParse(value, { error: z.locales.en().localeError });
  if (parsed.success) return parsed.data;
  throw new ResourceError(`\`earlier\` is as the designer exports it: ${z.prettifyError(parsed.error)}`);
}
