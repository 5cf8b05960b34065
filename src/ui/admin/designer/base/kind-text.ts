import type { FieldKind } from '#domain/fields/kinds/registry';
import type { PieceName } from '#domain/designer/drawing/design-pieces';
import { hasText, t, text } from '../../../base/i18n.ts';

/** What a kind of field is called; its name where there is no word for it. */
export const kindText = (kind: FieldKind): string => {
  const key = `designer.kinds.${kind}`;
  if (hasText(key)) return text(key);
  const piece = `designer.pieces.${kind}`;
  return hasText(piece) ? text(piece) : kind;
};

/** Kinds that the palette has under another name. */
const PIECE_OF: Partial<Record<FieldKind, PieceName>> = { sortOrder: 'weigh' };

/** What a kind of field is good for, in a sentence; nothing of one that cannot be drawn. */
export const kindTip = (kind: FieldKind): string => {
  const key = `designer.kindTips.${PIECE_OF[kind] ?? kind}`;
  return hasText(key) ? text(key) : '';
};

/** What a piece of the palette is good for. */
export const pieceTip = (piece: PieceName): string => t(`designer.kindTips.${piece}`);
