import type { Resource } from '../table/resource.ts';
import type { WireDesign } from './wire-design.ts';

/** What the table of a section has beside its columns. Lists of field keys: a field that gets another column keeps its place in them. */
export interface DesignShape {
  /** Each list of fields is unique together. */
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** `kept`: the database too refuses a record that names one that is not there. */
  readonly foreignKeys: 'kept' | 'none';
}

/**
 * A section as it is designed: its declaration, and its table's shape where the declaration does not say it. It is JSON, and all that
 * publishing, exporting and ejecting need.
 */
export interface SectionDesign {
  readonly declaration: Resource;
  readonly shape: DesignShape;
  /** Keys of the fields in the order of the list's columns, where it is not that of the form. */
  readonly listOrder?: readonly string[];
  /** Its table stands before it, with rows that stay: publishing adds what is missing, and the table stays when the section goes. */
  readonly takesTable?: true;
  /** The words of a client of the family that drew it, given back to such clients as they were. */
  readonly wire?: WireDesign;
}

/** What people did to names since the design that a plan begins with. Renames are acts, never guesses. */
export interface Renames {
  /** New column by the old one. */
  readonly columns: Readonly<Record<string, string>>;
  /** By the new column: the new option by the old one. */
  readonly options: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const NO_RENAMES: Renames = { columns: {}, options: {} };

export const PLAIN_SHAPE: DesignShape = { unique: [], indexes: [], foreignKeys: 'none' };
