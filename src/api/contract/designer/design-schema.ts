import * as z from 'zod/mini';
import type { Life } from '#domain/life/life';
import type { SectionDesign } from '#domain/designer/section-design';
import { parseDrawnLife } from '../life/life-schema.ts';
import { parseResource, ResourceError } from '../table/resource-schema.ts';
import { wireDesign } from './wire-design-schema.ts';

const key = z.string().check(z.regex(/^[a-z][a-zA-Z0-9]{0,40}$/u));
const keyLists = z.array(z.array(key).check(z.maxLength(10))).check(z.maxLength(100));

const envelope = z.strictObject({
  declaration: z.unknown(),
  shape: z.strictObject({ unique: keyLists, indexes: keyLists, foreignKeys: z.enum(['kept', 'none']) }),
  listOrder: z.optional(z.array(key).check(z.maxLength(100))),
  takesTable: z.optional(z.literal(true)),
  wire: z.optional(wireDesign),
});

/**
 * Reads a design from JSON, its declaration as that of every section designed at run time.
 * @throws ResourceError naming the first thing that is wrong
 */
export function parseDesign(json: unknown): SectionDesign {
  const parsed = envelope.safeParse(json, { error: z.locales.en().localeError });
  if (!parsed.success) throw new ResourceError(z.prettifyError(parsed.error));
  const { life, ...rest } = whole(parsed.data.declaration);
  const declaration = parseResource(rest);
  if (declaration.lifeField !== undefined) throw new ResourceError('a section that is designed here carries its life itself');
  return {
    ...parsed.data,
    declaration: life === undefined ? declaration : { ...declaration, life: drawnLife(life) },
  } as unknown as SectionDesign;
}

const whole = (json: unknown): Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Readonly<Record<string, unknown>>) : {};

/** What is wrong in a life keeps a design from being published, and not from being kept. */
function drawnLife(json: unknown): Life {
  try {
    return parseDrawnLife(json);
  } catch (error) {
    throw new ResourceError(`life: ${error instanceof Error ? error.message : 'none'}`, { cause: error });
  }
}

/**
 * A design that was kept earlier, without words of a client of the family that are none: it says the same without them.
 * @returns the design itself where nothing is wrong with these words
 */
export function withSoundWords(design: SectionDesign): SectionDesign {
  if (design.wire === undefined || wireDesign.safeParse(design.wire).success) return design;
  const { wire: _wire, ...rest } = design;
  return rest;
}
