import { serverKind } from './base/kind.ts';

/** When the record was made, in Unix seconds. */
export const createTime = serverKind({ storage: 'seconds' });
