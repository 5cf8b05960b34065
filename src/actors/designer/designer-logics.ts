import type { designOriginsMachine } from '#machines/designer/design-origins.machine';
import type { designedSectionsMachine } from '#machines/designer/designed-sections.machine';
import type { lifeRehearsalMachine } from '#machines/designer/life-rehearsal.machine';
import type { sendableStepsMachine } from '#machines/designer/sendable-steps.machine';
import { fieldPaletteMachine } from '#machines/designer/field-palette.machine';
import type { sectionRevisionsMachine } from '#machines/designer/section-revisions.machine';
import type { sectionDesignerMachine } from '#machines/designer/section-designer.machine';
import type { ejectionMachine } from '#machines/designer/ejection.machine';
import type { TerminalRef } from '#machines/terminal/terminal.machine';
import { saveFile } from '../base/save-file.ts';
import { designOriginsLogic } from './design-origins.actors.ts';
import { designedSectionsLogic } from './designed-sections.actors.ts';
import { ejectionLogic } from './ejection.actors.ts';
import { lifeRehearsalLogic } from './life-rehearsal.actors.ts';
import { sendableStepsLogic } from './sendable-steps.actors.ts';
import { sectionRevisionsLogic } from './section-revisions.actors.ts';
import { sectionDesignerLogic, type SectionDesignerPorts } from './section-designer.actors.ts';

/** The logics of the section designer with their effects bound; they come with its page. */
export interface DesignerBundle {
  readonly designer: typeof sectionDesignerMachine;
  readonly palette: typeof fieldPaletteMachine;
  readonly sections: typeof designedSectionsMachine;
  readonly origins: typeof designOriginsMachine;
  readonly revisions: typeof sectionRevisionsMachine;
  readonly ejection: typeof ejectionMachine;
  readonly rehearsal: typeof lifeRehearsalMachine;
  readonly sendable: typeof sendableStepsMachine;
}

export interface DesignerLogicsPorts extends SectionDesignerPorts {
  /** Where a section is written as source. */
  readonly terminalOf: () => TerminalRef | undefined;
}

/** All that the designer's page is made of. */
export const designerLogics = (ports: DesignerLogicsPorts): DesignerBundle => ({
  designer: sectionDesignerLogic(ports),
  palette: fieldPaletteMachine,
  sections: designedSectionsLogic({ ...ports, saveFile }),
  origins: designOriginsLogic(ports),
  revisions: sectionRevisionsLogic(ports),
  ejection: ejectionLogic({ ...ports, saveFile }),
  rehearsal: lifeRehearsalLogic(ports),
  sendable: sendableStepsLogic(ports),
});
