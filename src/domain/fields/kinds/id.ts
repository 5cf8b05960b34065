import { serverKind } from './base/kind.ts';

/** The primary key. */
export const id = serverKind({ wire: 'id' });
