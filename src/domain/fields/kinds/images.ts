import { listKind } from './base/kind.ts';

/** The addresses of several pictures. */
export const images = listKind({ files: 'several', isPicture: true });
