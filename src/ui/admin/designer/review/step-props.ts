import type { TriedStep } from '#machines/designer/designer.vocabulary';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';

/** A step of a plan as it is shown. */
export interface StepProps {
  readonly designer: SectionDesignerRef;
  readonly step: TriedStep;
}
