import { createContext, use } from 'react';
import type { DesignAct } from '#domain/designer/drawing/design-act';
import type { FieldPaletteRef } from '#machines/designer/field-palette.machine';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';

export interface Designing {
  readonly designer: SectionDesignerRef;
  readonly palette: FieldPaletteRef;
}

/** What the parts of the drawing desk have in common. */
export const DesigningContext = createContext<Designing | null>(null);

export function useDesigning(): Designing {
  const designing = use(DesigningContext);
  if (!designing) throw new Error('a part of the designer stands outside of it');
  return designing;
}

/** Draws. */
export function useAct(): (act: DesignAct) => void {
  const { designer } = useDesigning();
  return (act) => designer.send(act);
}
