import type { Texts } from '../../fields/kinds/base/declared.ts';
import type { Fields } from '../../fields/field.ts';
import type { Life, SendEffect } from '../life.ts';
import { sentTo, type LifeOf } from '../related-check.ts';

/** An event of a section that steps of other records may send. */
export interface SendableStep {
  readonly name: string;
  readonly label?: Texts;
}

/** A section whose records live by a chart, with the events that nobody sends but steps of other records, and the program. */
export interface SendableSection {
  readonly name: string;
  readonly steps: readonly SendableStep[];
}

/** What a step is drawn in: the own section, whose events are those of the drawing and not of what runs. */
interface Drawn {
  readonly section: { readonly name: string; readonly fields: Fields };
  readonly life: Pick<Life, 'events'>;
}

/**
 * The events that a step may send to these records.
 * @param sections of the other sections; null while nobody knows them
 * @returns null where nobody knows: they are not read yet, or the section is none that this person sees
 */
export function stepsOf(
  { section, life }: Drawn,
  sections: readonly SendableSection[] | null,
  to: SendEffect['to'],
): readonly SendableStep[] | null {
  const name = sentTo(to, section.fields);
  if (name !== section.name) return sections?.find((one) => one.name === name)?.steps ?? null;
  return Object.entries(life.events).flatMap(([event, { right, label }]) =>
    right === 'none' ? [{ name: event, ...(label && { label }) }] : [],
  );
}

/** Tells the events of sections as lives do, for whoever looks for mistakes. */
export const livesOf =
  ({ section, life }: Drawn, sections: readonly SendableSection[] | null): LifeOf =>
  (name) => {
    if (name === section.name) return life;
    const known = sections?.find((one) => one.name === name);
    return known && { events: Object.fromEntries(known.steps.map((step) => [step.name, { right: 'none' }])) };
  };
