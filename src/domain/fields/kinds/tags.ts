import { listKind } from './base/kind.ts';

/** Words of one's own. */
export const tags = listKind({ search: 'items' });
