import { numberKind } from './base/kind.ts';

/** A whole number. */
export const integer = numberKind({ origin: 'specified', storage: 'integer', wrongForm: 'integer', isBulk: true, isLeftOutEmpty: true });
