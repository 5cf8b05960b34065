import { textKind } from './base/kind.ts';

/** The name of an icon. */
export const iconSelect = textKind();
