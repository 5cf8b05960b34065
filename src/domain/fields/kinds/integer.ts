import { numberKind } from './base/kind.ts';

/** A whole number. */
export const integer = numberKind({ storage: 'integer', wrongForm: 'integer' });
