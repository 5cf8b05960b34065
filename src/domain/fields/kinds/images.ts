import { listKind } from './base/kind.ts';

/** The addresses of several pictures. */
export const images = listKind({ origin: 'specified', files: 'several', isPicture: true });
