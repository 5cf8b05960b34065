import type { FieldKind } from '#domain/fields/kinds/registry';
import { hasText, text } from '../../../base/i18n.ts';

/** What a kind of field is called; its name where there is no word for it. */
export const kindText = (kind: FieldKind): string => {
  const key = `designer.kinds.${kind}`;
  if (hasText(key)) return text(key);
  const piece = `designer.pieces.${kind}`;
  return hasText(piece) ? text(piece) : kind;
};
