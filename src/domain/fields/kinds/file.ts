import { textKind } from './base/kind.ts';

/** The address of a file. */
export const file = textKind({ files: 'one' });
