import { fieldPaletteMachine } from '#machines/designer/field-palette.machine';
import { saveFile } from '../base/save-file.ts';
import { designedSectionsLogic } from './designed-sections.actors.ts';
import type { DesignerBundle } from './designer.bundle.ts';
import { sectionDesignerLogic, type DesignerPorts } from './section-designer.actors.ts';

/** All that the designer's page is made of. */
export const designerLogics = (ports: DesignerPorts): DesignerBundle => ({
  designer: sectionDesignerLogic(ports),
  palette: fieldPaletteMachine,
  sections: designedSectionsLogic({ ...ports, saveFile }),
});
