import { listKind } from './base/kind.ts';

/** The addresses of several files. */
export const files = listKind({ files: 'several' });
