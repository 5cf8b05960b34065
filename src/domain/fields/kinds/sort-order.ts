import { serverKind } from './base/kind.ts';

/** The place among the records, the heaviest first. */
export const sortOrder = serverKind({ list: 'hidden' });
