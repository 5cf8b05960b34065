import * as z from 'zod/mini';
import type { SectionDesign } from '#domain/designer/section-design';
import { NO_BECAME, type Became } from '#domain/modules/became';
import { parseDesign } from '../designer/design-schema.ts';
import { ResourceError } from '../table/resource-schema.ts';

const option = z.string().check(z.minLength(1), z.maxLength(100));
const became = z
  .record(
    z.string().check(z.regex(/^[a-z][a-zA-Z0-9]{0,40}$/u)),
    z.record(option, option).check(z.refine((map) => Object.keys(map).length <= 100)),
  )
  .check(z.refine((map) => Object.keys(map).length <= 20));

/** A section as a package has it: its design, and what options of versions before have become. */
export interface SectionFile {
  readonly design: SectionDesign;
  readonly became: Became;
}

/** @throws ResourceError naming the first thing that is wrong */
export function parseSectionFile(json: unknown): SectionFile {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { design: parseDesign(json), became: NO_BECAME };
  const { became: told, ...design } = json as Readonly<Record<string, unknown>>;
  const parsed = became.safeParse(told ?? NO_BECAME);
  if (!parsed.success) throw new ResourceError('`became` says of fields what each option of versions before has become');
  return { design: parseDesign(design), became: parsed.data };
}
