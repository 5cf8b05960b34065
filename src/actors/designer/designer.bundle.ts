import type { designedSectionsMachine } from '#machines/designer/designed-sections.machine';
import type { fieldPaletteMachine } from '#machines/designer/field-palette.machine';
import type { sectionDesignerMachine } from '#machines/designer/section-designer.machine';
import type { DesignerPorts } from './section-designer.actors.ts';

/** The logics of the section designer with their effects bound; they come with its page. */
export interface DesignerBundle {
  readonly designer: typeof sectionDesignerMachine;
  readonly palette: typeof fieldPaletteMachine;
  readonly sections: typeof designedSectionsMachine;
}

/** Whoever imports this lists the files of nothing that it brings: first pages know of it, and are small. */
export async function designerBundle(ports: DesignerPorts): Promise<DesignerBundle> {
  const { designerLogics } = await import('./designer-logics.ts');
  return designerLogics(ports);
}
