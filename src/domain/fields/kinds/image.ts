import { textKind } from './base/kind.ts';

/** The address of a picture. */
export const image = textKind({ files: 'one', isPicture: true });
