import { serverKind } from './base/kind.ts';

/** When the record was last written, in Unix seconds. */
export const updateTime = serverKind({ storage: 'seconds', list: 'hidden' });
