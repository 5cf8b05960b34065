import { listKind } from './base/kind.ts';

/** The ids of an area and of those that it lies in. */
export const citySelect = listKind({ search: 'items', beside: 'areas' });
