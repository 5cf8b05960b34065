import type { Drawing } from '#domain/designer/drawing/design-act';
import { disputedPlaces } from '#domain/designer/drawing/design-merge';
import { isKept, nowIn } from './designer-context.ts';
import type { DraftIssue } from './designer-vocabulary.ts';
import type { SectionDesignerSnapshot } from './section-designer.machine.ts';

export const selectDrawing = ({ context }: SectionDesignerSnapshot): Drawing => nowIn(context);
export const selectIssues = ({ context }: SectionDesignerSnapshot): readonly DraftIssue[] => context.issues;
/** Places that both have changed, each in another way. */
export const selectDisputes = ({ context }: SectionDesignerSnapshot): readonly string[] =>
  context.theirs ? disputedPlaces({ loaded: context.kept ?? nowIn(context), mine: nowIn(context), theirs: context.theirs }) : [];
/** What would be lost if the page were closed. */
export const selectIsUnkept = ({ context }: SectionDesignerSnapshot): boolean => context.history !== null && !isKept(context);
