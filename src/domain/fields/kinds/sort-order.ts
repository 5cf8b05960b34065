import { serverKind } from './base/kind.ts';

/** Leaves room above for as many records again as anybody will add. */
const HEAVIEST = 2_000_000_000;

/** The place among the records, the heaviest first. No form of ours has it, and yet it can be written: other clients have an input for it. */
export const sortOrder = serverKind({ list: 'hidden', wrongForm: 'integer', range: [-HEAVIEST, HEAVIEST] });
