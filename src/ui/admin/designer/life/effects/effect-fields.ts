import { isServerOwned, type Fields } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { SendEffect } from '#domain/life/life';
import { stepsOf, type SendableStep } from '#domain/life/drawing/sendable-steps';
import type { Resource } from '#domain/table/resource';
import { referringTo, relationsOf } from '../conditions/leaf-form.ts';
import type { LifeDrawing } from '../base/life-context.ts';
import { sectionOf } from '../base/life-words.ts';

/** Fields that a step may write. */
export const writableFields = (fields: Fields, stateField: string): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) =>
    key === stateField || isServerOwned(field) || describedKind(field).storage === 'secret' ? [] : [key],
  );

/** Fields that may have an address in them. */
export const addressFields = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) => (field.kind === 'email' ? [key] : []));

/** Whether a section's records have a life; of shipped and published ones browsers know the field alone. */
const hasLife = (section: Resource | undefined): boolean => section?.life !== undefined || section?.lifeField !== undefined;

/** The records that a step could lead on: those that it names, and those that name it, of sections with a life. */
const livingBeside = (section: Resource): readonly SendEffect['to'][] => [
  ...relationsOf(section, (name) => (hasLife(sectionOf(name, section)) ? sectionOf(name, section) : undefined)).map((of) => ({ of })),
  ...referringTo(section).filter(({ referring }) => hasLife(sectionOf(referring, section))),
];

/** Records that can be led on, and the steps that may be sent to them. */
export interface Led {
  readonly to: SendEffect['to'];
  /** null while nobody knows them. */
  readonly steps: readonly SendableStep[] | null;
}

/** The records that a step can lead on: those of sections without a step that may be sent are not among them. */
export const ledFrom = (drawing: Pick<LifeDrawing, 'section' | 'life' | 'sections'>): readonly Led[] =>
  livingBeside(drawing.section)
    .map((to) => ({ to, steps: stepsOf(drawing, drawing.sections, to) }))
    .filter(({ steps }) => steps === null || steps.length > 0);
