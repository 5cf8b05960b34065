import { textKind } from './base/kind.ts';

/** The address of a picture. */
export const image = textKind({ origin: 'specified', files: 'one', isPicture: true });
