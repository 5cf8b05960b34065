import type { Field } from '#domain/fields/field';
import type { Drawing } from '#domain/designer/drawing/design-act';
import { placeOfNew } from '#domain/designer/drawing/field-list';
import { disputedPlaces, isSameDrawing } from '#domain/designer/drawing/design-merge';
import { NO_RENAMES, type DesignShape } from '#domain/designer/section-design';
import type { Resource } from '#domain/table/resource';
import { isKept, isLosing, nowIn, subjectIn } from './designer-context.ts';
import type { DesignView, DraftIssue } from './designer.vocabulary.ts';
import type { SectionDesignerSnapshot } from './section-designer.machine.ts';

export const selectDrawing = ({ context }: SectionDesignerSnapshot): Drawing => nowIn(context);
/** Whether of a section of the program the life alone is drawn. */
export const selectIsLifeAlone = ({ context }: SectionDesignerSnapshot): boolean => subjectIn(context) === 'life';
export const selectDeclaration = ({ context }: SectionDesignerSnapshot): Resource => nowIn(context).design.declaration;
export const selectShape = ({ context }: SectionDesignerSnapshot): DesignShape => nowIn(context).design.shape;
/** Compare by content: the list is made anew each time. */
export const selectFieldKeys = (snapshot: SectionDesignerSnapshot): readonly string[] => Object.keys(selectDeclaration(snapshot).fields);
export const selectField =
  (key: string) =>
  (snapshot: SectionDesignerSnapshot): Field | undefined =>
    selectDeclaration(snapshot).fields[key];
export const selectChosenPart = ({ context }: SectionDesignerSnapshot): string | null => context.chosen;
/** Where a field comes that is pressed and not carried. */
export const selectPlaceOfNew = (snapshot: SectionDesignerSnapshot): number =>
  placeOfNew(selectDeclaration(snapshot).fields, selectChosenPart(snapshot));
export const selectView = ({ context }: SectionDesignerSnapshot): DesignView => context.view;
export const selectIssues = ({ context }: SectionDesignerSnapshot): readonly DraftIssue[] => context.issues;
/** What is wrong at one place, in words; '' where nothing is. */
export const selectIssueAt =
  (place: string) =>
  ({ context }: SectionDesignerSnapshot): string =>
    context.issues.flatMap(({ at, message }) => (at === place ? [message] : [])).join(' · ');
/** Places that both have changed, each in another way. */
export const selectDisputes = ({ context }: SectionDesignerSnapshot): readonly string[] =>
  context.theirs ? disputedPlaces({ loaded: context.kept ?? nowIn(context), mine: nowIn(context), theirs: context.theirs }) : [];
/** What would be lost if the page were closed. */
export const selectIsUnkept = ({ context }: SectionDesignerSnapshot): boolean => context.history !== null && !isKept(context);
/** Whether the server has something that is not published. */
export const selectHasDraft = ({ context: { kept, published, version } }: SectionDesignerSnapshot): boolean =>
  version > 0 && kept !== null && !(published && isSameDrawing(kept, { design: published, renames: NO_RENAMES }));
/** Whether the name of the table has to be typed before it is published. */
export const selectIsLosing = ({ context }: SectionDesignerSnapshot): boolean => isLosing(context);
export const selectSectionDesignerIsChoosing = (snapshot: SectionDesignerSnapshot): boolean => snapshot.matches('choosing');
export const selectSectionDesignerIsOpening = (snapshot: SectionDesignerSnapshot): boolean => snapshot.matches('opening');
export const selectSectionDesignerIsDisputed = (snapshot: SectionDesignerSnapshot): boolean => snapshot.matches('disputed');
export const selectSectionDesignerIsPublished = (snapshot: SectionDesignerSnapshot): boolean => snapshot.matches('published');
export const selectSectionDesignerIsReviewing = (snapshot: SectionDesignerSnapshot): boolean => snapshot.matches('reviewing');
export const selectSectionDesignerIsPublishing = (snapshot: SectionDesignerSnapshot): boolean => snapshot.matches('publishing');
export const selectSectionDesignerIsUnanswered = (snapshot: SectionDesignerSnapshot): boolean => snapshot.matches('unanswered');
export const selectSectionDesignerHasFailed = (snapshot: SectionDesignerSnapshot): boolean =>
  snapshot.matches('failed') || snapshot.matches('unanswered');
export const selectSectionDesignerIsPlanning = (snapshot: SectionDesignerSnapshot): boolean => snapshot.matches('planning');
export const selectSectionDesignerIsUnsaved = (snapshot: SectionDesignerSnapshot): boolean => snapshot.matches({ designing: 'unsaved' });
export const selectSectionDesignerIsKept = (snapshot: SectionDesignerSnapshot): boolean => snapshot.matches({ designing: 'kept' });
