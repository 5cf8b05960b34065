import { serverKind } from './base/kind.ts';

/** Counted up by every write, so that two do not overwrite each other. */
export const version = serverKind({ list: 'never', isUnexported: true });
